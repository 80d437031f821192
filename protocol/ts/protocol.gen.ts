// Generated from protocol/ibid*.go by `go run ./protocol/gen`; do not edit.
// The _ibid extension of the Agent Client Protocol. Lines start at 1, columns are
// UTF-16 code units, paths are vault paths.

/** IndexPhase is what the index is doing. */
export type IndexPhase = "scanning" | "reading" | "indexing" | "ready" | "paused" | "vault_missing";

/** LinkSyntax is how a link is written. */
export type LinkSyntax = "wikilink" | "markdown" | "reference" | "canvas";

/** CheckStatus is how a check went. */
export type CheckStatus = "ok" | "warn" | "fail";

/** SearchQueryParams asks for notes. MinSeq waits for that snapshot first. */
export interface SearchQueryParams {
	query: string;
	/** from 1, default 10; above 100 it is 100, and a notice says so */
	limit?: number;
	minSeq?: number;
	includePrivate?: boolean;
	/** the open note, for ranking */
	from?: string;
}

/** SearchQueryResult lists notes, best first. */
export interface SearchQueryResult {
	hits: SearchHit[];
	total: number;
	/** what was searched or left out, when it matters */
	notices: string[];
	/** files with similar names, when nothing was found */
	near: string[];
	indexing: boolean;
	seq: number;
	tookMs: number;
}

/** SearchHit is one note found. */
export interface SearchHit {
	path: string;
	title: string;
	score: number;
	excerpt: string;
	heading: string;
	line: number;
	why: string[];
	/** the first of them, to 64 KiB */
	tags: string[];
}

/** NoteBacklinksParams names a note. */
export interface NoteBacklinksParams {
	path: string;
	includePrivate?: boolean;
}

/** NoteBacklinksResult lists the links to the note. */
export interface NoteBacklinksResult {
	path: string;
	backlinks: Backlink[];
	seq: number;
	/**
	 * Truncated tells how many backlinks were left out, so that the result fits into a
	 * frame.
	 */
	truncated?: Record<string, number>;
}

/** Backlink is one link to a note, with the line it stands on. */
export interface Backlink {
	path: string;
	line: number;
	/** cut around the link; empty when the note has changed since it was indexed */
	context: string;
	/** the nearest above the link */
	heading: string;
	embed: boolean;
	/** the property the link stands in */
	key?: string;
}

/** IndexStatusParams is empty. */
export type IndexStatusParams = Record<string, never>;

/** IndexStatusResult tells what the index holds and does. */
export interface IndexStatusResult {
	phase: IndexPhase;
	done: number;
	total: number;
	seq: number;
	notes: number;
	files: number;
	links: number;
	unresolved: number;
	tags: number;
	bytes: number;
	skipped: Skipped[];
	tookMs: number;
	/** a sentence for a person when something is degraded */
	problem?: string;
	/**
	 * Truncated tells how many skipped files were left out, so that the result fits into
	 * a frame.
	 */
	truncated?: Record<string, number>;
}

/** Skipped is a file, or the rest of it, that is not searched, and why. */
export interface Skipped {
	path: string;
	reason: string;
}

/** IndexUpdateParams brings the index up to date; Rebuild starts from nothing. */
export interface IndexUpdateParams {
	rebuild?: boolean;
}

/**
 * IndexPauseParams stops reading and indexing, for every client of the vault, until
 * index/resume or until no daemon serves the vault any more. What is known is still
 * answered; index/update is refused with INDEX_PAUSED.
 */
export type IndexPauseParams = Record<string, never>;

/**
 * IndexResumeParams goes on where index/pause stopped. The answer comes when the
 * vault has been looked at again; index/progress tells how far that is.
 */
export type IndexResumeParams = Record<string, never>;

/** IndexChangedEvent says that snapshot Seq is published and which files it changed. */
export interface IndexChangedEvent {
	seq: number;
	paths: string[];
}

/** IndexProgressEvent may be dropped when the client is slow. */
export interface IndexProgressEvent {
	phase: IndexPhase;
	done: number;
	total: number;
	path: string;
}

/**
 * GraphGetParams asks for the links and tags of the vault: in one answer, or in pages
 * where Limit or Cursor is given. Pages are all of one snapshot. Only the latest paging
 * of a connection is kept, for two minutes after its last page; a cursor of another is
 * answered GRAPH_CHANGED, and the client begins anew.
 */
export interface GraphGetParams {
	/** most source files of a page; a page may hold fewer, 0 = as many as fit */
	limit?: number;
	/** the nextCursor of the page before */
	cursor?: string;
}

/**
 * GraphGetResult has the shapes of Obsidian's metadata cache. The pages of a graph are
 * joined by uniting their maps: files come in the order of their paths, each is a key of
 * both link maps, and one with very many links goes on in the next page. Tags come last.
 */
export interface GraphGetResult {
	resolvedLinks: Record<string, Record<string, number>>;
	unresolvedLinks: Record<string, Record<string, number>>;
	tags: Record<string, number>;
	/** of a page: the snapshot */
	seq?: number;
	/** of a page that is not the last */
	nextCursor?: string;
}

/**
 * Approval is a question to a person about one change. Ibid composes it of the change
 * itself; Rationale alone is a model's, to be shown as a quotation.
 */
export interface Approval {
	id: string;
	sessionId?: string;
	runId?: string;
	callId?: string;
	tool?: string;
	/** write, or sensitive: asked about every time */
	class: string;
	/** one line: what would be done */
	title: string;
	reason?: string;
	rationale?: string;
	/** pages of the web that the conversation has read */
	sources: string[];
	files: FileChange[];
	/** what may be answered: allow_once, allow_files and allow_folder for the rest of the run, reject */
	options: string[];
	/** RFC 3339 */
	asked: string;
	expires: string;
}

/** FileChange is what would happen, or has happened, to one path. */
export interface FileChange {
	/** create, replace, move, trash, mkdir, rmdir */
	op: string;
	path: string;
	to?: string;
	sha256Before?: string;
	sha256After?: string;
	/** unified; empty where the bytes are no text, and where all diffs together are too long */
	diff?: string;
	/** how many of the diff can be granted one by one */
	hunks?: number;
	/** lines */
	added?: number;
	removed?: number;
	/** what became of it: applied, restored, newer (somebody changed it meanwhile) */
	state?: string;
	/** where a deleted file went, for a person */
	trash?: string;
}

/** ApprovalMeta is _meta.ibid of session/request_permission and of the tool call in it. */
export interface ApprovalMeta {
	approval: Approval;
}

/**
 * ApprovalAnswer is _meta.ibid of the answer to session/request_permission: what was
 * granted in particular.
 */
export interface ApprovalAnswer {
	/**
	 * Hunks names which hunks of which files are granted, from 0. Files that are not
	 * named are granted whole; an empty list leaves a file out. Plain numbers, as in
	 * [0, 2], are hunks of the one file that is changed; an object, as in
	 * {"Tea.md": [0]}, has them by path.
	 */
	hunks?: HunkChoice;
	/**
	 * Text, where given, is written in place of the new text of the one file: at most
	 * 2 MiB of UTF-8 without a NUL, and not together with hunks.
	 */
	text?: string;
	/** Note is told to whoever asked for the change. */
	note?: string;
}

/** FileHunks names hunks of one file. */
export interface FileHunks {
	path: string;
	hunks: number[];
}

/** ApprovalsListParams is empty. */
export type ApprovalsListParams = Record<string, never>;

/**
 * ApprovalsListResult lists the approvals that can be answered, the oldest first. They
 * outlive the process that asked.
 */
export interface ApprovalsListResult {
	approvals: Approval[];
	/** Truncated tells how many were left out, so that the result fits into a frame. */
	truncated?: Record<string, number>;
}

/** ApprovalsDecideParams answers an approval; each is answered once. */
export interface ApprovalsDecideParams {
	id: string;
	option: string;
	/** as in ApprovalAnswer, as are text and note */
	hunks?: HunkChoice;
	text?: string;
	note?: string;
}

/**
 * ApprovalsDecideResult tells what became of it. What can no longer be done as it was
 * asked is refused with STALE_READ, and the approval has ended.
 */
export interface ApprovalsDecideResult {
	/** denied; delivered, to a run that goes on now; applied */
	state: string;
	/** Change is what was done, when it was applied here. */
	change?: VaultChange;
}

/** VaultChange is a change of the vault that was made. */
export interface VaultChange {
	undoId: string;
	title: string;
	files: FileChange[];
	/** a part was granted, or another text */
	partial?: boolean;
	/** what it broke, a sentence each */
	findings: string[];
}

/** UndoListParams asks for the changes that Ibid made, the latest first. */
export interface UndoListParams {
	/** from 1, default 50, at most 500 */
	limit?: number;
	/** of this run only */
	run?: string;
	/** that touched this file only */
	file?: string;
	/**
	 * Before is the id of a change, to list those that are earlier: the last of one
	 * result gives the next.
	 */
	before?: string;
}

/** UndoListResult lists changes. */
export interface UndoListResult {
	entries: JournalEntry[];
	/** Total counts the changes of that run or file, also those that are not listed. */
	total: number;
	/**
	 * Truncated tells how many of the entries asked for were left out, so that the
	 * result fits into a frame.
	 */
	truncated?: Record<string, number>;
}

/** JournalEntry is one change: all of its files or none. */
export interface JournalEntry {
	id: string;
	/** RFC 3339 */
	at: string;
	title: string;
	/** applied, rolled_back, begun */
	state: string;
	sessionId?: string;
	runId?: string;
	tool?: string;
	/** the entries it takes back */
	undoes: string[];
	/** the entry that took it back */
	undoneBy?: string;
	undoable: boolean;
	files: FileChange[];
}

/**
 * UndoApplyParams says what to undo: exactly one of the three. Whoever sends it has
 * asked the person.
 */
export interface UndoApplyParams {
	/** an entry; undoing an undo does the change again */
	id?: string;
	/** all that a run did, the latest first */
	run?: string;
	/** the latest change that touched the file, as a whole */
	file?: string;
}

/**
 * UndoApplyResult lists what was done. Where a note was changed since in the same
 * lines, the undo is refused with STALE_READ and nothing newer is overwritten; of a
 * run, what was undone before that is listed, and Refused says why it ended there.
 */
export interface UndoApplyResult {
	changes: VaultChange[];
	refused?: string;
}

/** ErrorData tells a program, and the person before it, what to do. */
export interface ErrorData {
	/** stable, upper case: BUSY, FILE_NOT_FOUND */
	code: string;
	/** what happened */
	message: string;
	/** what to do about it */
	hint?: string;
	/** the parameter that is wrong */
	input?: string;
	/** the same request may succeed later */
	retryable: boolean;
}

/**
 * NoteGetParams names a note, canvas or base: a vault path, or an absolute path
 * inside the vault. It is the user's own view: private notes are shown.
 */
export interface NoteGetParams {
	path: string;
}

/**
 * NoteGetResult is what the parser saw of a file. Start and End of a Place are
 * UTF-16 code units from the beginning of the text.
 */
export interface NoteGetResult {
	path: string;
	title: string;
	/** an object, keys in the order of the note */
	properties: unknown;
	headings: NoteHeading[];
	/** body links; embeds stand apart */
	links: NoteLink[];
	/** of every kind */
	embeds: NoteLink[];
	frontmatterLinks: NoteLink[];
	/** every occurrence, without '#' */
	tags: string[];
	aliases: string[];
	blocks: NoteBlock[];
	tasks: NoteTask[];
	callouts: NoteCallout[];
	footnotes: NoteBlock[];
	problems: NoteProblem[];
	lines: number;
	words: number;
	/** of the raw bytes */
	sha256: string;
	private: boolean;
	/** by Obsidian's excluded files */
	excluded: boolean;
	/**
	 * Truncated tells of which lists how many entries were left out, so that the result
	 * fits into a frame; properties are left out as one.
	 */
	truncated?: Record<string, number>;
}

/** Place is where something stands in a note. */
export interface Place {
	line: number;
	start: number;
	end: number;
}

/** NoteHeading is a heading. */
export interface NoteHeading {
	level: number;
	text: string;
	line: number;
	place: Place;
}

/** NoteLink is a link or an embed. */
export interface NoteLink {
	/** path and subpath */
	link: string;
	/** without subpath, "" for the note itself */
	path: string;
	subpath: string;
	display: string;
	syntax: LinkSyntax;
	/** vault path of the target, "" when unresolved */
	resolved: string;
	/** of the property it stands in */
	key?: string;
	line: number;
	place: Place;
}

/** NoteBlock is a block id, or a footnote's, and where its block stands. */
export interface NoteBlock {
	id: string;
	line: number;
	place: Place;
}

/** NoteTask is a task. */
export interface NoteTask {
	text: string;
	mark: string;
	done: boolean;
	line: number;
	place: Place;
}

/** NoteCallout is a callout. */
export interface NoteCallout {
	type: string;
	title: string;
	line: number;
	place: Place;
}

/** NoteProblem is something in the note that a person may want to mend. */
export interface NoteProblem {
	code: string;
	message: string;
	line: number;
}

/**
 * RunStateEvent is a transition of a run: IDLE, PLANNING, RUNNING, TOOL_CALL,
 * WAITING_INPUT or END, and what caused it.
 */
export interface RunStateEvent {
	sessionId: string;
	state: string;
	cause: string;
}

/**
 * Announcement is agentCapabilities._meta.ibid: what of _ibid there is. A
 * client looks at Features, never at version numbers.
 */
export interface Announcement {
	version: number;
	/** method names without "_ibid/" */
	features: string[];
	vaultId: string;
}

/** SessionMeta is _meta.ibid of session/new. */
export interface SessionMeta {
	/** the session may see private notes */
	includePrivate?: boolean;
}

/** PromptMeta is _meta.ibid of the answer to session/prompt. */
export interface PromptMeta {
	outcome: string;
	detail: OutcomeDetail;
	citations: Citation[];
	/** checks the answer did not pass */
	failed: string[];
	toolCalls: ToolReport[];
	usage: TokenUsage;
}

/** OutcomeDetail holds the particulars of an outcome. */
export interface OutcomeDetail {
	budget?: string;
	used?: number;
	limit?: number;
	error?: string;
}

/** Citation is a place in a note that an answer rests on. */
export interface Citation {
	path: string;
	heading: string;
	lineStart: number;
	lineEnd: number;
	quote: string;
}

/** ToolReport is a tool call and how it ended. */
export interface ToolReport {
	tool: string;
	status: string;
}

/** TokenUsage counts the tokens of a run; zeros where no model was asked. */
export interface TokenUsage {
	inputTokens: number;
	outputTokens: number;
}

/**
 * ChunkMeta is _meta.ibid of an agent_message_chunk. Discard takes back all
 * text of the message before this chunk.
 */
export interface ChunkMeta {
	discard: boolean;
	reason: string;
}

/**
 * ConfigSetParams changes the connection's settings. The key is kept in memory
 * only; an absent one leaves the key of the environment in place.
 */
export interface ConfigSetParams {
	/** offline, openai, anthropic */
	provider?: string;
	model?: string;
	baseUrl?: string;
	key?: string;
	/** of the whole daemon, not of the connection */
	private?: PrivateSetting;
	/** of sessions from now on: ask (default), plan, edit */
	mode?: string;
	/** EditFolders are those in which the mode edit changes notes without asking. */
	editFolders?: string[];
}

/** PrivateSetting names private notes beside the defaults. */
export interface PrivateSetting {
	folders?: string[];
	tags?: string[];
	properties?: Record<string, string>;
}

/** ConfigSetResult names the controller that will answer from now on. */
export interface ConfigSetResult {
	controller: string;
}

/** ToolCallParams runs one tool outside any conversation. */
export interface ToolCallParams {
	name: string;
	arguments?: unknown;
	includePrivate?: boolean;
	/**
	 * Approved says that the person wants the change made that the tool plans, whatever
	 * it is. Without it a tool that changes notes shows its plan and is refused.
	 */
	approved?: boolean;
}

/** DoctorParams is empty. */
export type DoctorParams = Record<string, never>;

/** DoctorResult lists what was checked. Doctor only reads. */
export interface DoctorResult {
	checks: DoctorCheck[];
}

/** DoctorCheck is one check; Hint says what to do when it is not ok. */
export interface DoctorCheck {
	name: string;
	status: CheckStatus;
	detail: string;
	hint: string;
}

/**
 * TagsSuggestParams asks for tags for notes; without paths, for all notes of the vault.
 * A path may be shortened as far as it can mean only one note.
 */
export interface TagsSuggestParams {
	paths?: string[];
	/** most tags for one note, from 1, default 3; rules add to them */
	limit?: number;
	includePrivate?: boolean;
}

/** TagsSuggestResult lists what is proposed, by note. */
export interface TagsSuggestResult {
	notes: TagAdvice[];
	seq: number;
	/** Truncated tells how many notes were left out, so that the result fits into a frame. */
	truncated?: Record<string, number>;
}

/**
 * TagAdvice is what is proposed for one note. Abstained says why there is nothing:
 * not_sure, no_tags_yet, not_a_note, excluded or template.
 */
export interface TagAdvice {
	path: string;
	suggestions: TagSuggestion[];
	abstained?: string;
}

/** TagSuggestion is a tag, without '#', and how sure it is, from 0 to 1. */
export interface TagSuggestion {
	tag: string;
	confidence: number;
	why: TagReason[];
	/** no note has it yet */
	new?: boolean;
	/** a rule of the person's asks for it */
	rule?: boolean;
}

/** TagReason is one thing that speaks for a tag, as a sentence in both languages. */
export interface TagReason {
	kind: string;
	english: string;
	chinese: string;
	/** where it comes from */
	notes: string[];
}

/**
 * TagsApplyParams gives notes tags. Without Approved the plan is shown, and nothing is
 * written.
 */
export interface TagsApplyParams {
	notes: TagChange[];
	includePrivate?: boolean;
	approved?: boolean;
}

/** TagChange names tags for a note. */
export interface TagChange {
	path: string;
	tags: string[];
}

/** TagsRenameParams renames a tag and all below it in every note that may be seen. */
export interface TagsRenameParams {
	from: string;
	to: string;
	includePrivate?: boolean;
	approved?: boolean;
}

/** TagsHealthParams asks for a look over the vocabulary. */
export interface TagsHealthParams {
	includePrivate?: boolean;
}

/** TagsHealthResult lists what a person may want to mend, and the vocabulary. */
export interface TagsHealthResult {
	findings: TagFinding[];
	tags: TagUse[];
	/**
	 * Truncated tells of which lists how many entries were left out, so that the result
	 * fits into a frame.
	 */
	truncated?: Record<string, number>;
}

/**
 * TagFinding is something about the vocabulary: spellings, twins, alike, places, nest,
 * once or unused.
 */
export interface TagFinding {
	kind: string;
	/** the most used first */
	tags: string[];
	/** what they could become: one for all, or one for each */
	to: string[];
	notes: number;
}

/** TagUse is a tag and how the vault uses it. */
export interface TagUse {
	tag: string;
	notes: number;
	/** of these, notes with their tags in the text */
	inText: number;
	parent?: string;
	children: string[];
	/** where there are several */
	spellings: string[];
	/** han, latin, other or mixed */
	script: string;
	/** kebab-case, snake_case, camelCase, Capital, UPPER or plain */
	style: string;
	plural?: boolean;
	/** the five with the most of its notes */
	folders: TagCount[];
	/** the five tags that stand beside it most */
	with: TagCount[];
}

/** TagCount is a name and in how many notes. */
export interface TagCount {
	name: string;
	notes: number;
}

/** TagsEvaluateParams measures the proposals by leave-one-out. */
export interface TagsEvaluateParams {
	/** what is tuned for, above 0 and below 1; 0 is 0.975 */
	precision?: number;
	noProperties?: boolean;
	includePrivate?: boolean;
}

/** TagsEvaluateResult is what was measured: Ibid first, then methods everybody knows. */
export interface TagsEvaluateResult {
	/** with tags */
	notes: number;
	tuned: number;
	reported: number;
	tags: number;
	/** fewer than ten notes have them */
	rareTags: number;
	bound: number;
	outOfVocabulary: number;
	scores: TagScore[];
	calibration: TagBin[];
	/** all of it as a table for a person */
	text: string;
}

/**
 * TagScore is how well a method did. Each measure is its value and the ends of its
 * 95 % interval.
 */
export interface TagScore {
	method: string;
	coverage: number[];
	precision1: number[];
	precision3: number[];
	recall3: number[];
	rareRecall: number[];
	abstains: boolean;
}

/** TagBin is how often proposals were right that were said to be so sure. */
export interface TagBin {
	from: number;
	to: number;
	tags: number;
	said: number;
	right: number;
}

/** ClientAnnouncement is clientCapabilities._meta.ibid: what of _ibid a client takes. */
export interface ClientAnnouncement {
	version: number;
	/** method names without "_ibid/" */
	features: string[];
}

/**
 * VaultApplyParams gives a file another text. It is exact: line ends, a byte order mark
 * and the final line break are part of it.
 */
export interface VaultApplyParams {
	path: string;
	/** of the raw bytes the file must have */
	expectedSha256: string;
	text: string;
	/** in place of text, of bytes that are no text */
	base64?: string;
}

/** VaultApplyResult is empty: the daemon reads back. */
export type VaultApplyResult = Record<string, never>;

/** VaultCreateParams makes a file where nothing stands, or a folder. */
export interface VaultCreateParams {
	path: string;
	folder?: boolean;
	text: string;
	base64?: string;
}

/** VaultCreateResult is empty. */
export type VaultCreateResult = Record<string, never>;

/** VaultRenameParams moves a file to a path where nothing stands, and changes no link. */
export interface VaultRenameParams {
	path: string;
	to: string;
	expectedSha256: string;
}

/** VaultRenameResult is empty. */
export type VaultRenameResult = Record<string, never>;

/**
 * VaultTrashParams takes a file away, to the trash the vault is set to, or a folder if
 * it is empty.
 */
export interface VaultTrashParams {
	path: string;
	/** of a file */
	expectedSha256?: string;
	folder?: boolean;
	/** Discard takes a file away for good: its text stands elsewhere already. */
	discard?: boolean;
}

/** VaultTrashResult is empty. */
export type VaultTrashResult = Record<string, never>;

/** IndexUpdateResult tells what the index holds now. */
export type IndexUpdateResult = IndexStatusResult;

/**
 * IndexPauseResult tells how far the index was; its phase is paused, unless the
 * vault is missing.
 */
export type IndexPauseResult = IndexStatusResult;

/**
 * IndexResumeResult tells what the index holds now; the full text may still be
 * catching up.
 */
export type IndexResumeResult = IndexStatusResult;

/** HunkChoice is a list of granted hunks, by file. */
export type HunkChoice = FileHunks[];

/**
 * ToolCallResult is the tool's result object exactly as the model would see it, in
 * the tools' own snake_case, whatever its status.
 */
export type ToolCallResult = unknown;

/**
 * TagsApplyResult is a result object as that of a tool, in snake_case. Its data also
 * lists the notes that were left as they are, and why.
 */
export type TagsApplyResult = unknown;

/** TagsRenameResult is a result object, as TagsApplyResult is. */
export type TagsRenameResult = unknown;

/** Requests of the client, by method. */
export interface Requests {
	"_ibid/search/query": { params: SearchQueryParams; result: SearchQueryResult };
	"_ibid/note/backlinks": { params: NoteBacklinksParams; result: NoteBacklinksResult };
	"_ibid/note/get": { params: NoteGetParams; result: NoteGetResult };
	"_ibid/index/status": { params: IndexStatusParams; result: IndexStatusResult };
	"_ibid/index/update": { params: IndexUpdateParams; result: IndexUpdateResult };
	"_ibid/index/pause": { params: IndexPauseParams; result: IndexPauseResult };
	"_ibid/index/resume": { params: IndexResumeParams; result: IndexResumeResult };
	"_ibid/graph/get": { params: GraphGetParams; result: GraphGetResult };
	"_ibid/tool/call": { params: ToolCallParams; result: ToolCallResult };
	"_ibid/doctor": { params: DoctorParams; result: DoctorResult };
	"_ibid/config/set": { params: ConfigSetParams; result: ConfigSetResult };
	"_ibid/approvals/list": { params: ApprovalsListParams; result: ApprovalsListResult };
	"_ibid/approvals/decide": { params: ApprovalsDecideParams; result: ApprovalsDecideResult };
	"_ibid/undo/list": { params: UndoListParams; result: UndoListResult };
	"_ibid/undo/apply": { params: UndoApplyParams; result: UndoApplyResult };
	"_ibid/tags/suggest": { params: TagsSuggestParams; result: TagsSuggestResult };
	"_ibid/tags/apply": { params: TagsApplyParams; result: TagsApplyResult };
	"_ibid/tags/rename": { params: TagsRenameParams; result: TagsRenameResult };
	"_ibid/tags/health": { params: TagsHealthParams; result: TagsHealthResult };
	"_ibid/tags/evaluate": { params: TagsEvaluateParams; result: TagsEvaluateResult };
}

/** Notifications to the client, by method. */
export interface Notifications {
	"_ibid/index/changed": IndexChangedEvent;
	"_ibid/index/progress": IndexProgressEvent;
	"_ibid/run/state": RunStateEvent;
}

/** Names of the requests. */
export const METHODS = {
	searchQuery: "_ibid/search/query",
	noteBacklinks: "_ibid/note/backlinks",
	noteGet: "_ibid/note/get",
	indexStatus: "_ibid/index/status",
	indexUpdate: "_ibid/index/update",
	indexPause: "_ibid/index/pause",
	indexResume: "_ibid/index/resume",
	graphGet: "_ibid/graph/get",
	toolCall: "_ibid/tool/call",
	doctor: "_ibid/doctor",
	configSet: "_ibid/config/set",
	approvalsList: "_ibid/approvals/list",
	approvalsDecide: "_ibid/approvals/decide",
	undoList: "_ibid/undo/list",
	undoApply: "_ibid/undo/apply",
	tagsSuggest: "_ibid/tags/suggest",
	tagsApply: "_ibid/tags/apply",
	tagsRename: "_ibid/tags/rename",
	tagsHealth: "_ibid/tags/health",
	tagsEvaluate: "_ibid/tags/evaluate",
} as const satisfies Record<string, keyof Requests>;

/** Names of the notifications. */
export const NOTIFICATIONS = {
	indexChanged: "_ibid/index/changed",
	indexProgress: "_ibid/index/progress",
	runState: "_ibid/run/state",
} as const satisfies Record<string, keyof Notifications>;

/** Requests of the daemon, by method. */
export interface DaemonRequests {
	"_ibid/vault/apply": { params: VaultApplyParams; result: VaultApplyResult };
	"_ibid/vault/create": { params: VaultCreateParams; result: VaultCreateResult };
	"_ibid/vault/rename": { params: VaultRenameParams; result: VaultRenameResult };
	"_ibid/vault/trash": { params: VaultTrashParams; result: VaultTrashResult };
}

/** Names of the daemon's requests. */
export const DAEMON_METHODS = {
	vaultApply: "_ibid/vault/apply",
	vaultCreate: "_ibid/vault/create",
	vaultRename: "_ibid/vault/rename",
	vaultTrash: "_ibid/vault/trash",
} as const satisfies Record<string, keyof DaemonRequests>;

/**
 * CodeApplication is the one JSON-RPC code of Ibid's own errors, outside the band
 * that JSON-RPC reserves. They differ by the code in their data.
 */
export const CODE_APPLICATION = -31000;

/** ErrorBusy is of a request refused because too many are open. */
export const ERROR_BUSY = "BUSY";

/** ErrorClosing is of a request that the end of the daemon cut off. */
export const ERROR_CLOSING = "CLOSING";

/** ErrorTooLong is of a result that would be longer than MaxFrame. */
export const ERROR_TOO_LONG = "RESULT_TOO_LARGE";

/**
 * ErrorInvalidArgument is of a parameter that is missing or wrong; input
 * names it.
 */
export const ERROR_INVALID_ARGUMENT = "INVALID_ARGUMENT";

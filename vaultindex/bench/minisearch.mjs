// The JavaScript peer: MiniSearch with the fields and weights of Omnisearch and
// MiniSearch's own tokenizer. It reads one JSON object a line and answers each
// with one, so that its queries run between those of the others.
import MiniSearch from 'minisearch'
import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

const fields = ['basename', 'directory', 'aliases', 'content', 'headings1', 'headings2', 'headings3']
const boost = { basename: 10, aliases: 10, directory: 7, headings1: 6, headings2: 5, headings3: 4 }

const index = new MiniSearch({ fields, idField: 'path' })
let vault = ''

/** The paths of all notes below a folder, relative to the vault. */
function* notes(rel) {
  for (const entry of readdirSync(join(vault, rel), { withFileTypes: true })) {
    const path = rel === '' ? entry.name : `${rel}/${entry.name}`
    if (entry.isDirectory()) yield* notes(path)
    else if (path.endsWith('.md')) yield path
  }
}

/** A note as Omnisearch hands it to MiniSearch. What Obsidian's cache gives Omnisearch is read here line by line. */
function document(path) {
  const content = readFileSync(join(vault, path), 'utf8')
  const headings = ['', '', '', '']
  for (const [, marks, text] of content.matchAll(/^(#{1,3}) +(.*)$/gm)) headings[marks.length] += text + ' '
  return {
    path, content, basename: basename(path, '.md'), directory: dirname(path), aliases: aliases(content),
    headings1: headings[1], headings2: headings[2], headings3: headings[3],
  }
}

function aliases(content) {
  if (!content.startsWith('---\n')) return ''
  const front = content.slice(4, content.indexOf('\n---', 4))
  const found = /^alias(?:es)?:(.*(?:\n +- .*)*)/m.exec(front)
  return found === null ? '' : found[1].replaceAll(/[[\],"]|^ +- /gm, ' ')
}

/** A value of /proc/self/status in bytes; 0 where there is no such file. */
function memory(name) {
  try {
    return 1024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))[1])
  } catch {
    return 0
  }
}

function searchOptions(request) {
  const options = { combineWith: request.all ? 'AND' : 'OR', boost }
  if (request.prefix || request.forgiving) options.prefix = true
  if (request.forgiving) options.fuzzy = term => (term.length <= 3 ? 0 : term.length <= 5 ? 0.05 : 0.1)
  return options
}

const operations = {
  versions: () => ({ node: process.version, minisearch: version() }),

  build(request) {
    vault = request.vault
    const start = performance.now()
    for (const path of notes('')) index.add(document(path))
    const ms = performance.now() - start
    const cpu = process.cpuUsage()
    const peak = memory('VmHWM')
    globalThis.gc?.()
    return { ms, peak, cpu: (cpu.user + cpu.system) / 1000, steady: memory('VmRSS'), notes: index.documentCount }
  },

  add(request) {
    index.addAll(request.docs)
    return {}
  },

  discard(request) {
    for (const path of request.paths) if (index.has(path)) index.discard(path)
    return {}
  },

  save(request) {
    const start = performance.now()
    index.discard(request.path)
    index.add(document(request.path))
    return { ms: performance.now() - start }
  },

  search(request) {
    const start = performance.now()
    const paths = index.search(request.query, searchOptions(request)).slice(0, request.limit).map(hit => hit.id)
    return { ms: performance.now() - start, paths }
  },
}

function version() {
  const meta = new URL('./node_modules/minisearch/package.json', import.meta.url)
  return JSON.parse(readFileSync(meta, 'utf8')).version
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line)
  process.stdout.write(JSON.stringify(operations[request.op](request)) + '\n')
}

package agent

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/tools"
)

// PlanTool is the control tool by which a controller shows its plan.
const PlanTool = "update_plan"

// PlanStep is one step of a plan. Status is pending, in_progress or completed.
type PlanStep struct {
	Content string `json:"content"`
	Status  string `json:"status"`
}

// maxPlan bounds a plan: more steps are fragments, not a plan (R310).
const maxPlan = 20

var planSpec = model.ToolSpec{
	Name: PlanTool,
	Description: "Show the user your plan for a task of several steps, and how far it is. Send the whole plan each time. " +
		`Example: {"steps": [{"content": "Search the notes", "status": "completed"}, {"content": "Compare them", "status": "in_progress"}]}`,
	Schema: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["steps"],"properties":{"steps":{"type":"array","minItems":1,"maxItems":20,` +
		`"items":{"type":"object","additionalProperties":false,"required":["content","status"],"properties":{` +
		`"content":{"type":"string"},"status":{"type":"string","enum":["pending","in_progress","completed"]}}}}}}`),
}

// planExample is the smallest right call.
const planExample = `update_plan {"steps": [{"content": "Search the notes", "status": "in_progress"}]}`

// plan shows the plan of a call, or says what is wrong with it.
func (r *run) plan(args json.RawMessage) tools.Result {
	var p struct {
		Steps []PlanStep `json:"steps"`
	}
	dec := json.NewDecoder(bytes.NewReader(args))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&p); err != nil {
		return planError("The plan could not be read: " + err.Error() + ".")
	}
	if len(p.Steps) == 0 || len(p.Steps) > maxPlan {
		return planError("A plan has 1 to 20 steps.")
	}
	for _, s := range p.Steps {
		if strings.TrimSpace(s.Content) == "" {
			return planError("A step has content.")
		}
		if s.Status != "pending" && s.Status != "in_progress" && s.Status != "completed" {
			return planError("The status " + s.Status + " is none of pending, in_progress, completed.")
		}
	}
	r.task.Sink.Plan(p.Steps)
	return tools.Result{Status: tools.StatusOK, Summary: "The user sees the plan."}
}

func planError(what string) tools.Result {
	return tools.Result{Status: tools.StatusError, Code: tools.InvalidArgument,
		Summary: what + " Smallest correct call: " + planExample}
}

// toolSpecs lists what the controller is shown, in a stable order: the mounted
// tools and the agent's own control tools.
func (a *Agent) toolSpecs() []model.ToolSpec {
	var specs []model.ToolSpec
	for _, s := range a.Mounted {
		specs = append(specs, model.ToolSpec{Name: s.Name, Description: s.Description, Schema: s.Schema})
	}
	return append(specs, askSpec, planSpec)
}

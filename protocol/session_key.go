package protocol

import "encoding/json"

// sessionOf returns sessionId of valid params, or "" when there is none.
func sessionOf(params json.RawMessage) string {
	if len(params) == 0 || params[0] != '{' {
		return ""
	}
	session := ""
	for name, value := range members(params) {
		if name == "sessionId" && value[0] == '"' {
			session = unquote(value)
		}
	}
	return session
}

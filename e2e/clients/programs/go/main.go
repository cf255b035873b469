// The Go SDK, in both eras. See README.md in the folder above.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const checkTime = 20 * time.Second

type task struct {
	Name    string   `json:"name"`
	URL     string   `json:"url"`
	Token   string   `json:"token"`
	Command []string `json:"command"`
	Era     string   `json:"era"`
	Servers []string `json:"servers"`
}

// heard is what the client was told without asking.
type heard struct {
	sync.Mutex
	logs     []string
	changes  int
	progress map[any]func(float64)
}

type checker struct {
	task     task
	heard    *heard
	session  *mcp.ClientSession
	isModern bool
}

func main() {
	var c checker
	if err := json.Unmarshal([]byte(os.Args[1]), &c.task); err != nil {
		panic(err)
	}
	c.heard = &heard{progress: map[any]func(float64){}}
	ctx := context.Background()
	session, err := c.connect(ctx)
	if err != nil {
		panic(err)
	}
	c.session = session
	c.isModern = session.InitializeResult().ProtocolVersion >= "2026-07-28"
	era := "legacy"
	if c.isModern {
		era = "modern"
	}
	say(map[string]any{"era": era})
	for _, server := range c.task.Servers {
		c.checkServer(ctx, server)
	}
	lines := bufio.NewReader(os.Stdin)
	before := c.changes()
	waitFor(lines, "change")
	for _, server := range c.task.Servers {
		report(ctx, server, "list changes", func(ctx context.Context) (any, error) {
			isHeard := until(func() bool { return c.changes() > before })
			isListed := until(func() bool {
				tools, err := c.tools(ctx)
				return err == nil && tools[server+"__newcomer"] != nil
			})
			return []any{isHeard, isListed}, nil
		})
	}
	waitFor(lines, "restart")
	for _, server := range c.task.Servers {
		report(ctx, server, "restart", func(ctx context.Context) (any, error) {
			said, err := c.call(ctx, server+"__echo", map[string]any{"say": "again"})
			if err != nil {
				return nil, err
			}
			chosen, err := c.call(ctx, server+"__choose", map[string]any{})
			return []any{said, chosen}, err
		})
	}
	_ = session.Close()
}

func (c *checker) connect(ctx context.Context) (*mcp.ClientSession, error) {
	client := mcp.NewClient(&mcp.Implementation{Name: c.task.Name, Version: "1.0.0"}, &mcp.ClientOptions{
		ElicitationHandler: func(_ context.Context, request *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return &mcp.ElicitResult{Action: "accept", Content: answerForm(request.Params)}, nil
		},
		CreateMessageHandler: func(_ context.Context, request *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
			text := request.Params.Messages[0].Content.(*mcp.TextContent).Text
			return &mcp.CreateMessageResult{
				Role: "assistant", Model: "none", Content: &mcp.TextContent{Text: "sampled " + text},
			}, nil
		},
		LoggingMessageHandler: func(_ context.Context, request *mcp.LoggingMessageRequest) {
			c.heard.Lock()
			defer c.heard.Unlock()
			c.heard.logs = append(c.heard.logs, fmt.Sprint(request.Params.Data))
		},
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) {
			c.heard.Lock()
			defer c.heard.Unlock()
			c.heard.changes++
		},
		ProgressNotificationHandler: func(_ context.Context, request *mcp.ProgressNotificationClientRequest) {
			c.heard.Lock()
			tell := c.heard.progress[request.Params.ProgressToken]
			c.heard.Unlock()
			if tell != nil {
				tell(request.Params.Progress)
			}
		},
	})
	client.AddRoots(&mcp.Root{URI: "file:///work", Name: "work"})
	var options *mcp.ClientSessionOptions
	if c.task.Era == "legacy" {
		options = &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"}
	}
	if len(c.task.Command) > 0 {
		command := exec.Command(c.task.Command[0], c.task.Command[1:]...)
		command.Stderr = os.Stderr
		return client.Connect(ctx, &mcp.CommandTransport{Command: command}, options)
	}
	transport := &mcp.StreamableClientTransport{
		Endpoint:   c.task.URL,
		HTTPClient: &http.Client{Transport: bearer{c.task.Token}},
	}
	return client.Connect(ctx, transport, options)
}

func (c *checker) checkServer(ctx context.Context, server string) {
	check := func(capability string, run func(context.Context) (any, error)) { report(ctx, server, capability, run) }
	call := func(tool string, given map[string]any) func(context.Context) (any, error) {
		return func(ctx context.Context) (any, error) { return c.call(ctx, server+"__"+tool, given) }
	}
	check("tools", func(ctx context.Context) (any, error) {
		tools, err := c.tools(ctx)
		if err != nil {
			return nil, err
		}
		said, err := c.call(ctx, server+"__echo", map[string]any{"say": "hello"})
		return []any{tools[server+"__echo"].Annotations.ReadOnlyHint, said}, err
	})
	check("resources", func(ctx context.Context) (any, error) { return c.resources(ctx, server) })
	check("prompts", func(ctx context.Context) (any, error) { return c.prompts(ctx, server) })
	check("completion", func(ctx context.Context) (any, error) {
		result, err := c.session.Complete(ctx, &mcp.CompleteParams{
			Ref:      &mcp.CompleteReference{Type: "ref/prompt", Name: server + "__paint"},
			Argument: mcp.CompleteParamsArgument{Name: "colour", Value: "bl"},
		})
		if err != nil {
			return nil, err
		}
		return result.Completion.Values, nil
	})
	check("progress", func(ctx context.Context) (any, error) {
		// Notifications are handled beside the result, which may come to us first.
		steps, told := []float64{}, make(chan float64, 3)
		params := &mcp.CallToolParams{Name: server + "__count", Arguments: map[string]any{}}
		c.onProgress(params, "progress-"+server, func(progress float64) { told <- progress })
		if _, err := c.session.CallTool(ctx, params); err != nil {
			return nil, err
		}
		for len(steps) < 3 {
			select {
			case step := <-told:
				steps = append(steps, step)
			case <-ctx.Done():
				return steps, nil
			}
		}
		return steps, nil
	})
	check("cancellation", func(ctx context.Context) (any, error) { return c.cancel(ctx, server) })
	check("elicitation", call("choose", map[string]any{}))
	check("sampling", call("summarise", map[string]any{"text": "hello"}))
	check("roots", call("roots", map[string]any{}))
	check("logging", func(ctx context.Context) (any, error) { return c.logging(ctx, server) })
	check("approve", call("erase", map[string]any{"id": "a"}))
	check("deny", func(ctx context.Context) (any, error) {
		params := &mcp.CallToolParams{Name: server + "__erase", Arguments: map[string]any{"id": "kept"}}
		result, err := c.session.CallTool(ctx, params)
		if err != nil {
			return nil, err
		}
		return []any{result.IsError, strings.Contains(textOf(result), "erased kept")}, nil
	})
}

func (c *checker) tools(ctx context.Context) (map[string]*mcp.Tool, error) {
	tools := map[string]*mcp.Tool{}
	for tool, err := range c.session.Tools(ctx, nil) {
		if err != nil {
			return nil, err
		}
		tools[tool.Name] = tool
	}
	return tools, nil
}

func (c *checker) call(ctx context.Context, tool string, given map[string]any) (any, error) {
	result, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: given})
	if err != nil {
		return nil, err
	}
	return textOf(result), nil
}

func (c *checker) resources(ctx context.Context, server string) (any, error) {
	isListed, isTemplate := false, false
	for resource, err := range c.session.Resources(ctx, nil) {
		if err != nil {
			return nil, err
		}
		isListed = isListed || resource.URI == server+"://text"
	}
	for template, err := range c.session.ResourceTemplates(ctx, nil) {
		if err != nil {
			return nil, err
		}
		isTemplate = isTemplate || template.URITemplate == server+"://items/{id}"
	}
	seen := []any{isListed, isTemplate}
	for _, path := range []string{"text", "items/7"} {
		result, err := c.session.ReadResource(ctx, &mcp.ReadResourceParams{URI: server + "://" + path})
		if err != nil {
			return nil, err
		}
		seen = append(seen, result.Contents[0].Text)
	}
	return seen, nil
}

func (c *checker) prompts(ctx context.Context, server string) (any, error) {
	isListed := false
	for prompt, err := range c.session.Prompts(ctx, nil) {
		if err != nil {
			return nil, err
		}
		isListed = isListed || prompt.Name == server+"__paint"
	}
	params := &mcp.GetPromptParams{Name: server + "__paint", Arguments: map[string]string{"colour": "red"}}
	result, err := c.session.GetPrompt(ctx, params)
	if err != nil {
		return nil, err
	}
	return []any{isListed, result.Messages[0].Content.(*mcp.TextContent).Text}, nil
}

func (c *checker) cancel(ctx context.Context, server string) (any, error) {
	key := c.task.Name + "-" + server
	cancellable, cancel := context.WithCancel(ctx)
	params := &mcp.CallToolParams{Name: server + "__wait", Arguments: map[string]any{"key": key}}
	c.onProgress(params, "cancel-"+server, func(float64) { cancel() })
	_, err := c.session.CallTool(cancellable, params)
	isCancelled := until(func() bool {
		said, err := c.call(ctx, server+"__was_cancelled", map[string]any{"key": key})
		return err == nil && said == "yes"
	})
	return []any{err != nil, isCancelled}, nil
}

func (c *checker) logging(ctx context.Context, server string) (any, error) {
	said := "log of " + c.task.Name + " " + server
	params := &mcp.CallToolParams{Name: server + "__log", Arguments: map[string]any{"say": said}}
	if c.isModern {
		params.Meta = mcp.Meta{mcp.MetaKeyLogLevel: "info"}
	} else if err := c.session.SetLoggingLevel(ctx, &mcp.SetLoggingLevelParams{Level: "info"}); err != nil {
		return nil, err
	}
	if _, err := c.session.CallTool(ctx, params); err != nil {
		return nil, err
	}
	count := 0
	until(func() bool {
		c.heard.Lock()
		defer c.heard.Unlock()
		count = 0
		for _, each := range c.heard.logs {
			if each == said {
				count++
			}
		}
		return count > 0
	})
	return count, nil
}

func (c *checker) changes() int {
	c.heard.Lock()
	defer c.heard.Unlock()
	return c.heard.changes
}

func (c *checker) onProgress(params *mcp.CallToolParams, token string, tell func(float64)) {
	params.SetProgressToken(token)
	c.heard.Lock()
	defer c.heard.Unlock()
	c.heard.progress[token] = tell
}

// answerForm answers the server's own question, or the gateway's, whether to erase something.
func answerForm(params *mcp.ElicitParams) map[string]any {
	schema, _ := json.Marshal(params.RequestedSchema)
	if strings.Contains(string(schema), `"colour"`) {
		return map[string]any{"colour": "blue"}
	}
	if strings.Contains(params.Message, "kept") {
		return map[string]any{"decision": "deny"}
	}
	return map[string]any{"decision": "approve"}
}

type bearer struct{ token string }

func (b bearer) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+b.token)
	return http.DefaultTransport.RoundTrip(request)
}

func report(ctx context.Context, server, capability string, check func(context.Context) (any, error)) {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	saw, err := func() (saw any, err error) {
		defer func() {
			if problem := recover(); problem != nil {
				err = errors.New(fmt.Sprint(problem))
			}
		}()
		return check(ctx)
	}()
	if err != nil {
		saw = map[string]any{"error": err.Error()}
	}
	say(map[string]any{"server": server, "capability": capability, "saw": saw})
}

func until(isDone func() bool) bool {
	for ends := time.Now().Add(15 * time.Second); time.Now().Before(ends); time.Sleep(50 * time.Millisecond) {
		if isDone() {
			return true
		}
	}
	return false
}

func textOf(result *mcp.CallToolResult) string {
	if len(result.Content) == 0 {
		return ""
	}
	return result.Content[0].(*mcp.TextContent).Text
}

func waitFor(lines *bufio.Reader, what string) {
	say(map[string]any{"waiting": what})
	_, _ = lines.ReadString('\n')
}

func say(line map[string]any) {
	text, _ := json.Marshal(line)
	fmt.Println(string(text))
}

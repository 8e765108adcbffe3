// Makes three calls with the client of oapi-codegen.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"posthorn/client"

	openapi_types "github.com/oapi-codegen/runtime/types"
)

func main() {
	email := os.Getenv("RECIPIENT")
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("POSTHORN_KEY"))
		return nil
	}
	api, err := client.NewClientWithResponses(os.Getenv("POSTHORN_URL"), client.WithRequestEditorFn(authorize))
	need(err)
	ctx := context.Background()

	name := "Ada"
	var ada client.Recipients
	need(ada.FromMailbox(client.Mailbox{Name: &name, Email: openapi_types.Email(email)}))
	sent, err := api.SendEmailWithResponse(ctx, nil, content(ada))
	need(err)
	if sent.JSON200 == nil || string(sent.JSON200.Data.Emails[0].Contact.Email) != email {
		panic(string(sent.Body))
	}

	one := 1
	first, err := api.ListContactsWithResponse(ctx, &client.ListContactsParams{Limit: &one})
	need(err)
	if first.JSON200 == nil || first.JSON200.Cursor == nil {
		panic(string(first.Body))
	}
	second, err := api.ListContactsWithResponse(ctx, &client.ListContactsParams{Limit: &one, Cursor: first.JSON200.Cursor})
	need(err)
	if second.JSON200 == nil || first.JSON200.Data[0].Id == second.JSON200.Data[0].Id {
		panic(string(second.Body))
	}

	// The type of an address refuses what is none, so that the recipient is left out.
	refused, err := api.SendEmailWithResponse(ctx, nil, client.SendEmail{})
	need(err)
	if refused.JSON422 == nil || refused.JSON422.Error.Code != "VALIDATION_ERROR" || refused.JSON422.Error.Errors == nil {
		panic(string(refused.Body))
	}
	fmt.Println("3 calls")
}

func content(to client.Recipients) client.SendEmail {
	var from client.AddressOrMailbox
	need(from.FromAddress("news@example.com"))
	data := map[string]client.JsonValue{"plan": "pro", "visits": 3}
	sending := client.SendContent{To: to, Subject: "Hi", Body: "Hi", From: from, Data: &data}
	var body client.SendEmail
	need(body.FromSendContent(sending))
	return body
}

func need(err error) {
	if err != nil {
		panic(err)
	}
}

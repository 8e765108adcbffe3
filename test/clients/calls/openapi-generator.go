// Makes three calls with the Go client of openapi-generator.
package main

import (
	"context"
	"fmt"
	"os"

	posthorn "posthorn/client"
)

func main() {
	email := os.Getenv("RECIPIENT")
	configuration := posthorn.NewConfiguration()
	configuration.Servers = posthorn.ServerConfigurations{{URL: os.Getenv("POSTHORN_URL")}}
	api := posthorn.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), posthorn.ContextAccessToken, os.Getenv("POSTHORN_KEY"))

	mailbox := posthorn.NewMailbox(email)
	mailbox.SetName("Ada")
	sent, _, err := api.SendingAPI.SendEmail(ctx).SendEmail(content(posthorn.MailboxAsRecipients(mailbox))).Execute()
	need(err)
	if sent.Data.Emails[0].Contact.Email != email {
		panic("sent to " + sent.Data.Emails[0].Contact.Email)
	}

	first, _, err := api.ContactsAPI.ListContacts(ctx).Limit(1).Execute()
	need(err)
	second, _, err := api.ContactsAPI.ListContacts(ctx).Limit(1).Cursor(first.GetCursor()).Execute()
	need(err)
	if first.Data[0].Id == second.Data[0].Id {
		panic("no second page")
	}

	nobody := "nobody"
	_, _, err = api.SendingAPI.SendEmail(ctx).SendEmail(content(posthorn.StringAsRecipients(&nobody))).Execute()
	refusal, isTyped := err.(*posthorn.GenericOpenAPIError)
	if !isTyped {
		panic(err)
	}
	model, isError := refusal.Model().(posthorn.Error)
	if !isError || model.Error.Code != "VALIDATION_ERROR" || model.Error.Errors[0].Field != "to" {
		panic(string(refusal.Body()))
	}
	fmt.Println("3 calls")
}

func content(to posthorn.Recipients) posthorn.SendEmail {
	from := "news@example.com"
	sending := posthorn.NewSendContent(to, "Hi", "Hi", posthorn.StringAsAddressOrMailbox(&from))
	sending.SetData(map[string]interface{}{"plan": "pro", "visits": 3})
	return posthorn.SendContentAsSendEmail(sending)
}

func need(err error) {
	if err != nil {
		panic(err)
	}
}

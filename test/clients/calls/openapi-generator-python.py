"""Makes three calls with the Python client of openapi-generator."""

import json
import os

import posthorn
from posthorn.models.address_or_mailbox import AddressOrMailbox
from posthorn.models.error import Error
from posthorn.models.mailbox import Mailbox
from posthorn.models.recipients import Recipients
from posthorn.models.send_content import SendContent
from posthorn.models.send_email import SendEmail

email = os.environ["RECIPIENT"]
configuration = posthorn.Configuration(host=os.environ["POSTHORN_URL"], access_token=os.environ["POSTHORN_KEY"])
sender = AddressOrMailbox("news@example.com")


def content(to: Recipients) -> SendEmail:
    data = {"plan": "pro", "visits": 3}
    return SendEmail(
        SendContent.model_validate(
            {"to": to, "subject": "Hi", "body": "Hi", "from": sender, "data": data}
        )
    )


with posthorn.ApiClient(configuration) as client:
    sending = posthorn.SendingApi(client)
    sent = sending.send_email(content(Recipients(Mailbox(name="Ada", email=email))))
    assert sent.data.emails[0].contact.email == email

    contacts = posthorn.ContactsApi(client)
    first = contacts.list_contacts(limit=1)
    second = contacts.list_contacts(limit=1, cursor=first.cursor)
    assert len(first.data) == 1 and first.data[0].id != second.data[0].id

    try:
        sending.send_email(content(Recipients("nobody")))
        raise AssertionError("no error")
    except posthorn.ApiException as error:
        refused = Error.from_json(error.body)
        assert refused is not None and refused.error.code == "VALIDATION_ERROR", json.loads(error.body)
        assert refused.error.errors and refused.error.errors[0].var_field == "to"
print("3 calls")

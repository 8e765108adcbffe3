"""Makes three calls with the client of openapi-python-client."""

import os

from client import AuthenticatedClient
from client.api.contacts import list_contacts
from client.api.sending import send_email
from client.models import Error, Mailbox, SendContent, SendContentDataType0, SentEmailsAnswer
from client.models.list_contacts_response_200 import ListContactsResponse200

email = os.environ["RECIPIENT"]
client = AuthenticatedClient(base_url=os.environ["POSTHORN_URL"], token=os.environ["POSTHORN_KEY"])

data = SendContentDataType0.from_dict({"plan": "pro", "visits": 3})
content = SendContent(
    to=Mailbox(name="Ada", email=email), subject="Hi", body="Hi", from_="news@example.com", data=data
)
sent = send_email.sync(client=client, body=content)
assert isinstance(sent, SentEmailsAnswer), sent
assert sent.data.emails[0].contact.email == email

first = list_contacts.sync(client=client, limit=1)
assert isinstance(first, ListContactsResponse200) and isinstance(first.cursor, str), first
second = list_contacts.sync(client=client, limit=1, cursor=first.cursor)
assert isinstance(second, ListContactsResponse200), second
assert len(first.data) == 1 and first.data[0].id != second.data[0].id

refused = send_email.sync(
    client=client, body=SendContent(to="nobody", subject="Hi", body="Hi", from_="news@example.com")
)
assert isinstance(refused, Error), refused
assert refused.error.code == "VALIDATION_ERROR"
assert isinstance(refused.error.errors, list) and refused.error.errors[0].field == "to"
print("3 calls")

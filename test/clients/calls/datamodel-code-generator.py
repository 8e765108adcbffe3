"""Makes three calls with the models of datamodel-code-generator, by the HTTP client of Python's library."""

import json
import os
import urllib.error
import urllib.request

from client import Contact, Error, SendContent, SendEmail, SentEmailsAnswer

email = os.environ["RECIPIENT"]


def call(method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
    headers = {"Authorization": f"Bearer {os.environ['POSTHORN_KEY']}", "Content-Type": "application/json"}
    request = urllib.request.Request(os.environ["POSTHORN_URL"] + path, data=body, method=method, headers=headers)
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def send(to: object) -> tuple[int, bytes]:
    content = SendContent.model_validate(
        {"to": to, "subject": "Hi", "body": "Hi", "from": "news@example.com", "data": {"plan": "pro", "visits": 3}}
    )
    text = SendEmail(root=content).model_dump_json(by_alias=True, exclude_none=True)
    return call("POST", "/v1/send", text.encode())


status, answer = send({"name": "Ada", "email": email})
assert status == 200, answer
assert SentEmailsAnswer.model_validate_json(answer).data.emails[0].contact.email == email

first = json.loads(call("GET", "/contacts?limit=1")[1])
second = json.loads(call("GET", f"/contacts?limit=1&cursor={first['cursor']}")[1])
contacts = [Contact.model_validate(page["data"][0]) for page in (first, second)]
assert contacts[0].id != contacts[1].id

# The models refuse `nobody`, which is no address; only the service can refuse a sender of another project.
foreign = SendContent.model_validate({"to": email, "subject": "Hi", "body": "Hi", "from": "news@not-ours.org"})
status, answer = call("POST", "/v1/send", foreign.model_dump_json(by_alias=True, exclude_none=True).encode())
assert status == 403, answer
assert Error.model_validate_json(answer).error.code == "FORBIDDEN", answer
print("3 calls")

"""What to send where a JSON schema cannot say what is meant, and how to read some answers."""

import itertools
import json
import os
import re
import uuid

import schemathesis
from hypothesis import strategies as st
from schemathesis.checks import CHECKS, load_all_checks

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
WORDS = st.text(alphabet="abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=20)
PLAIN = st.text(st.characters(exclude_characters="{}", exclude_categories=("Cs", "Cc")), min_size=1)
TAGS = st.sampled_from(["Hello {{ name ?? there }}", "{% if plan %}{{ plan }}{% endif %}"])

RECORDS = json.loads(os.environ["POSTHORN_RECORDS"])
VALUES = RECORDS["values"]
SPARES = RECORDS["spares"]
# Not for a bulk deletion by query, which would take all that there are.
KEPT_CONTACTS = [*VALUES["contact"], *SPARES["contact"], *SPARES["entrant"]]
USED = {}
DELETABLE = ["contact", "template", "campaign", "segment", "workflow"]
OF_WORKFLOWS = ["step", "transition", "execution"]
# What a run creates is disabled and has no steps: every other id gives way to one that can be entered.
TURNS = itertools.cycle([False, True])
PROJECTS = ("/projects/{id}", "/users/@me/projects/{id}")
ENTRANCES = ["/workflows/{id}/executions", "/workflows/{id}/transitions"]
# The examples of tokens are signed with no key of this installation, or for no project of it.
TOKENS = {"/c/": "click", "/o/": "open", "/manage/": "page", "/subscribe/": "page", "/unsubscribe/": "page"}

schemathesis.openapi.format("email", st.builds("{}@{}.example.com".format, WORDS, WORDS))
# Any text without braces is a template, too.
schemathesis.openapi.format("liquid", st.one_of(PLAIN, TAGS))

load_all_checks()


def replace(name):
    """Unregisters a check, to be registered again with what it cannot know."""
    check = CHECKS.get_one(name)
    CHECKS.unregister(name)
    return check


is_there = replace("ensure_resource_availability")
is_accepted = replace("positive_data_acceptance")
is_allowed = replace("allow_header_conformance")


@schemathesis.check
def ensure_resource_availability(ctx, response, case):
    """The check as it is, for a 404 about the path: one about an id in the body says nothing of what was made."""
    if response.status_code == 404 and is_json(response):
        missing = response.json()["error"]["details"]["id"]
        if missing not in (case.path_parameters or {}).values():
            return None
    return is_there(ctx, response, case)


@schemathesis.check
def positive_data_acceptance(ctx, response, case):
    """The check as it is, but for cursors: they are opaque, and a text that no page gave out is refused."""
    if response.status_code == 400 and "cursor" in (case.query or {}) and is_json(response):
        if response.json()["error"]["message"] == "The cursor is malformed":
            return None
    return is_accepted(ctx, response, case)


@schemathesis.check
def allow_header_conformance(ctx, response, case):
    """The check as it is, but for `/events/stats` and `/uploads/image`: an event, or a file, may have that name."""
    of_names = ", DELETE" if case.path.startswith("/events/") else ", HEAD, GET" if case.path == "/uploads/image" else ""
    if of_names and response.headers.get("allow"):
        response.headers["allow"] = [methods.replace(of_names, "") for methods in response.headers["allow"]]
    return is_allowed(ctx, response, case)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Keeps what the examples of all operations name, and names in its place what suits the operation."""
    parameters = case.path_parameters or {}
    for name, value in parameters.items():
        parameters[name] = value_instead(case, name, value)
    if any(is_of(parameters.get(f"{kind}Id"), kind) for kind in OF_WORKFLOWS):
        parameters["id"] = VALUES["workflow"][0]
    # The step of the examples stays for other requests to change.
    if case.method == "DELETE" and is_of(parameters.get("stepId"), "step"):
        parameters.update(id=VALUES["openWorkflow"][0], stepId=spare("step"))
    if isinstance(case.body, dict):
        change_body(case.path, parameters, case.body)
    if "posthorn_session" in (case.cookies or {}):
        # A changed password ends the session, and so does signing out.
        if case.path == "/auth/change-password":
            case.cookies["posthorn_session"] = os.environ["POSTHORN_OTHER_SESSION"]
        if case.path == "/auth/logout" or (case.method == "DELETE" and case.path.startswith("/auth/sessions/")):
            case.cookies["posthorn_session"] = os.environ["POSTHORN_LEAVING_SESSION"]


def value_instead(case, name, value):
    if name == "token" and value == example_of(case, name):
        return next(VALUES[kind][0] for prefix, kind in TOKENS.items() if case.path.startswith(prefix))
    if case.path.startswith(PROJECTS) and name == "id" and value in VALUES["otherProjects"] + VALUES["project"]:
        is_deleted = case.method == "DELETE" and case.path.endswith("{id}")
        return spare("project") if is_deleted else VALUES["project"][0]
    if case.path == "/segments/{id}/members" and value in VALUES["segment"]:
        return VALUES["segment"][1]
    if case.path == "/contacts/bulk/{jobId}" and value in VALUES["job"]:
        return VALUES["bulkJob"][0]
    if case.method == "POST" and case.path in ENTRANCES and gives_way(value):
        return VALUES["openWorkflow"][0]
    if case.method == "DELETE" and value in VALUES["openWorkflow"]:
        return spare("workflow") if case.path.endswith("{id}") else value
    if case.method == "DELETE" and case.path.endswith("{%s}" % name):
        return next((spare(kind) for kind in DELETABLE if value in VALUES[kind]), value)
    # Lists have shown it, so that it is named by later requests.
    return VALUES[USED[value]][0] if USED.get(value) in DELETABLE else value


def gives_way(value):
    return value in VALUES["workflow"] or (is_id(value) and next(TURNS))


def change_body(path, parameters, body):
    """What an example uses up is new each time."""
    if path == "/auth/signup" and body.get("email") == "joan@example.com":
        body["email"] = f"joan-{uuid.uuid4()}@example.com"
    if path == "/workflows/{id}/executions" and is_of(body.get("contactId"), "contact"):
        body["contactId"] = spare("entrant")
    if path == "/workflows/{id}/transitions" and is_of(parameters.get("id"), "openWorkflow"):
        if is_id(body.get("fromStepId")) and is_id(body.get("toStepId")):
            body.update(fromStepId=spare("step"), toStepId=VALUES["openStep"][0])
    if path == "/contacts/bulk-delete":
        named, excluded = body.get("contactIds"), body.get("excludeIds", [])
        if isinstance(named, list):
            body["contactIds"] = [spare("contact") if is_of(one, "contact") else one for one in named]
        if body.get("mode") == "query" and isinstance(excluded, list):
            body["excludeIds"] = [*KEPT_CONTACTS, *excluded][:1000]


def is_id(value):
    return isinstance(value, str) and UUID.fullmatch(value) is not None


def is_of(value, kind):
    return isinstance(value, str) and value in VALUES[kind]


def spare(kind):
    """One that nothing else names; none that is there once all are used up."""
    one = SPARES[kind].pop() if SPARES[kind] else str(uuid.uuid4())
    USED[one] = kind
    return one


def example_of(case, name):
    return next(p.get("example") for p in case.operation.definition.raw["parameters"] if p.get("name") == name)


def is_json(response):
    return response.headers.get("content-type", [""])[0].startswith("application/json")

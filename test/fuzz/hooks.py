"""What to send where a JSON schema cannot say what is meant, and how to read a 404."""

import schemathesis
from hypothesis import strategies as st
from schemathesis.checks import CHECKS, load_all_checks

WORDS = st.text(alphabet="abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=20)
PLAIN = st.text(st.characters(exclude_characters="{}", exclude_categories=("Cs", "Cc")), min_size=1)
TAGS = st.sampled_from(["Hello {{ name ?? there }}", "{% if plan %}{{ plan }}{% endif %}"])

schemathesis.openapi.format("email", st.builds("{}@{}.example.com".format, WORDS, WORDS))
# Any text without braces is a template, too.
schemathesis.openapi.format("liquid", st.one_of(PLAIN, TAGS))

load_all_checks()
is_there = CHECKS.get_one("ensure_resource_availability")
CHECKS.unregister("ensure_resource_availability")


@schemathesis.check
def ensure_resource_availability(ctx, response, case):
    """The check as it is, for a 404 about the path: one about an id in the body says nothing of what was made."""
    if response.status_code == 404:
        missing = response.json()["error"]["details"]["id"]
        if missing not in (case.path_parameters or {}).values():
            return None
    return is_there(ctx, response, case)

"""What to send where a JSON schema cannot say what is meant."""

import schemathesis
from hypothesis import strategies as st

WORDS = st.text(alphabet="abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=20)
PLAIN = st.text(st.characters(exclude_characters="{}", exclude_categories=("Cs", "Cc")), min_size=1)
TAGS = st.sampled_from(["Hello {{ name ?? there }}", "{% if plan %}{{ plan }}{% endif %}"])

schemathesis.openapi.format("email", st.builds("{}@{}.example.com".format, WORDS, WORDS))
# Any text without braces is a template, too.
schemathesis.openapi.format("liquid", st.one_of(PLAIN, TAGS))

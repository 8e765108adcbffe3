/** Wrong values of the fields that campaigns and templates share, each with the field and the code of its fault. */
export const MESSAGE_FAULTS: readonly (readonly [fields: Record<string, unknown>, field: string, code: string])[] = [
  [{ name: '' }, 'name', 'too_small'],
  [{ name: ' ' }, 'name', 'too_small'],
  [{ name: 5 }, 'name', 'invalid_type'],
  [{ name: 'x'.repeat(256) }, 'name', 'too_big'],
  [{ description: 5 }, 'description', 'invalid_type'],
  [{ description: 'x'.repeat(1_001) }, 'description', 'too_big'],
  [{ subject: '' }, 'subject', 'too_small'],
  [{ subject: 'x'.repeat(999) }, 'subject', 'too_big'],
  [{ subject: 'a\nBcc: b@example.com' }, 'subject', 'invalid_string'],
  [{ subject: '{{ a' }, 'subject', 'liquid_syntax'],
  [{ body: '' }, 'body', 'too_small'],
  [{ body: 'x'.repeat(2 * 1024 * 1024 + 1) }, 'body', 'too_big'],
  [{ body: 'é'.repeat(1024 * 1024 + 1) }, 'body', 'too_big'],
  [{ body: '{% if a %}' }, 'body', 'liquid_syntax'],
  [{ from: 'nobody' }, 'from', 'invalid_string'],
  [{ fromName: 'a\r\nBcc: b@example.com' }, 'fromName', 'invalid_string'],
  [{ replyTo: 'nobody' }, 'replyTo', 'invalid_string'],
  [{ replyTo: '' }, 'replyTo', 'invalid_string'],
  [{ type: 'NEWSLETTER' }, 'type', 'invalid_enum_value'],
]

/** Values that only a change must not have: a field that must not be empty is not cleared. */
export const MESSAGE_PATCH_FAULTS: typeof MESSAGE_FAULTS = [
  ...MESSAGE_FAULTS,
  [{ name: null }, 'name', 'invalid_type'],
  [{ body: null }, 'body', 'invalid_type'],
  [{ from: null }, 'from', 'invalid_type'],
]

import { expect } from 'chai'
import { z } from 'zod'
import { fieldErrors } from '../../../../gateway/http/request/validate.js'
import type { FieldError } from '../../../../models/domain/errors.js'

const errorsOf = (schema: z.ZodType, input: unknown): FieldError[] => {
  const parsed = schema.safeParse(input)
  return parsed.success ? [] : fieldErrors(parsed.error.issues, input)
}

const Person = z.object({ name: z.string().optional(), email: z.email() })
const Recipients = z.union([z.email(), Person, z.array(z.union([z.email(), Person])).max(2)])
const To = z.object({ to: Recipients })
const Step = z.union([
  z.object({ type: z.literal('DELAY'), config: z.object({ amount: z.number() }) }),
  z.object({ type: z.literal('SEND_EMAIL'), config: z.object({ template: z.uuid() }) }),
])
const Tagged = z.discriminatedUnion('type', [
  z.object({ type: z.literal('A'), size: z.number() }),
  z.object({ type: z.literal('B') }),
])
const reserved = z.string().refine(() => false, { error: 'Reserved', params: { code: 'reserved_event' } })

const CASES: [what: string, schema: z.ZodType, input: unknown, expected: string][] = [
  ['a missing field', z.object({ a: z.string() }), {}, 'a required'],
  ['null for a field', z.object({ a: z.string() }), { a: null }, 'a invalid_type null'],
  ['a field of another type', z.object({ a: z.number() }), { a: 'x' }, 'a invalid_type "x"'],
  ['a fraction for a whole number', z.object({ a: z.int() }), { a: 1.5 }, 'a invalid_type 1.5'],
  ['a body that is no object', z.object({ a: z.string() }), [1], ' invalid_type'],
  ['an object for a string, which is not repeated', z.object({ a: z.string() }), { a: { b: 1 } }, 'a invalid_type'],
  ['a malformed address', z.object({ a: z.email() }), { a: 'x' }, 'a invalid_string "x"'],
  ['a malformed uuid', z.object({ a: z.uuid() }), { a: 'x' }, 'a invalid_string "x"'],
  ['a text against its pattern', z.object({ a: z.string().regex(/^b$/) }), { a: 'x' }, 'a invalid_string "x"'],
  ['a text that is too short', z.object({ a: z.string().min(1) }), { a: '' }, 'a too_small ""'],
  ['a number that is too big', z.object({ a: z.number().max(1) }), { a: 2 }, 'a too_big 2'],
  ['a list that is too long', z.object({ a: z.array(z.int()).max(1) }), { a: [1, 2] }, 'a too_big'],
  ['an unknown word', z.object({ a: z.enum(['A', 'B']) }), { a: 'C' }, 'a invalid_enum_value "C"'],
  ['a missing word', z.object({ a: z.enum(['A', 'B']) }), {}, 'a required'],
  ['a field nobody knows', z.strictObject({ a: z.int() }), { a: 1, b: 2 }, 'b unrecognized_keys'],
  ['a malformed moment', z.object({ a: z.iso.datetime() }), { a: 'x' }, 'a invalid_date "x"'],
  ['a text no date can be made of', z.object({ a: z.coerce.date() }), { a: 'x' }, 'a invalid_date "x"'],
  ['a rule with a code of its own', z.object({ event: reserved }), { event: 'x' }, 'event reserved_event "x"'],
  ['a rule without one', z.string().refine(() => false), 'x', ' custom "x"'],
  ['a rule with another code', z.string().refine(() => false, { params: { code: 'odd' } }), 'x', ' custom "x"'],
  ['a key that is too long', z.record(z.string().max(2), z.int()), { abc: 1 }, 'abc too_big'],
  ['an item of a list', z.object({ a: z.array(Person) }), { a: [{ email: 'a@b.io' }, {}] }, 'a.1.email required'],
  ['an address among alternatives', To, { to: 'x' }, 'to invalid_string "x"'],
  ['a part of an alternative', To, { to: { email: 'x' } }, 'to.email invalid_string "x"'],
  ['an item of an alternative', To, { to: ['a@b.io', { email: 'x' }] }, 'to.1.email invalid_string "x"'],
  ['no alternative that fits', To, { to: 5 }, 'to invalid_type 5'],
  ['missing alternatives', To, {}, 'to required'],
  ['the alternative with the same tag', Step, { type: 'SEND_EMAIL', config: {} }, 'config.template required'],
  ['an unknown tag', Tagged, { type: 'C' }, 'type invalid_enum_value "C"'],
  ['a missing tag', Tagged, {}, 'type required'],
  ['a tagged alternative', Tagged, { type: 'A' }, 'size required'],
  ['a literal alternative', z.union([z.literal('a'), z.literal(1)]), 'b', ' invalid_enum_value "b"'],
]

describe('the validation of a request', () => {
  for (const [what, schema, input, expected] of CASES) {
    it(`names ${what}: ${expected.trim()}`, () => {
      const words = errorsOf(schema, input).map(({ field, code, ...rest }) =>
        [field, code, ...('received' in rest ? [JSON.stringify(rest.received)] : [])].join(' '),
      )
      expect(words).to.deep.equal([expected])
    })
  }

  it('reports every failure at once, in the order of the schema', () => {
    const schema = z.object({ a: z.string(), b: z.object({ c: z.int() }), d: z.email() })
    const errors = errorsOf(schema, { b: { c: 'x' }, d: 'y' })
    expect(errors.map(({ field }) => field)).to.deep.equal(['a', 'b.c', 'd'])
  })

  it('reports the value as it was sent, not as the schema changed it', () => {
    const schema = z.object({ a: z.string().trim().toLowerCase().pipe(z.email()) })
    expect(errorsOf(schema, { a: ' No-Address ' })).to.deep.include.members([
      { field: 'a', code: 'invalid_string', message: 'Invalid email address', received: ' No-Address ' },
    ])
  })

  it('cuts a long value to 100 characters', () => {
    const [error] = errorsOf(z.object({ a: z.email() }), { a: 'x'.repeat(5_000) })
    expect(error?.received).to.equal(`${'x'.repeat(97)}...`)
  })

  it('reports the line and column when a rule has them', () => {
    const schema = z.object({
      body: z.string().check((ctx) => {
        const params = { code: 'liquid_syntax', line: 3, column: 7 }
        ctx.issues.push({ code: 'custom', message: 'Unknown tag', params, input: ctx.value })
      }),
    })
    expect(errorsOf(schema, { body: '{% x %}' })).to.deep.equal([
      { field: 'body', code: 'liquid_syntax', message: 'Unknown tag', received: '{% x %}', line: 3, column: 7 },
    ])
  })

  it('reports a bounded number of faults however many values are wrong', () => {
    expect(
      errorsOf(
        z.array(z.string()),
        Array.from({ length: 5_000 }, () => 1),
      ),
    ).to.have.length(1_000)
  })

  it('does not look up a field on the prototype', () => {
    expect(errorsOf(z.object({ toString: z.number() }), {})).to.deep.equal([
      { field: 'toString', code: 'required', message: 'Required' },
    ])
  })
})

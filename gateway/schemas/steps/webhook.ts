import { z } from 'zod'
import { isNestedWithin } from '../../../models/domain/nesting.js'
import {
  headerNameFault,
  isHeaderValue,
  WEBHOOK_METHODS,
  webhookUrlFault,
} from '../../../models/domain/webhook-rules.js'
import { WEBHOOK_DEFAULTS } from '../../../models/domain/webhook-step.js'
import { besideOtherFaults } from '../beside-other-faults.js'
import { isTemplate } from '../liquid.js'
import { PATTERNS } from '../text.js'
import { refuseUnfit } from './template-values.js'

const MAX_URL_LENGTH = 2_048
const MAX_HEADERS = 50
const MAX_VALUE_LENGTH = 2_000
const MAX_BODY_LEVELS = 20
const MAX_TIMEOUT_SECONDS = 30
const MAX_ATTEMPTS = 10
const EXAMPLE = {
  url: 'https://crm.example.com/contacts/{{ email | url_encode }}',
  method: 'PUT',
  headers: { Authorization: 'Bearer 4711' },
  body: { plan: '{{ data.plan ?? none }}' },
}

const Url = z
  .string()
  .trim()
  .min(1, { abort: true })
  .max(MAX_URL_LENGTH, { abort: true })
  .superRefine((url, context) => {
    refuseUnfit(url, [], context)
    const fault = isTemplate(url) ? null : webhookUrlFault(url)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault, params: { code: 'invalid_string' } })
  })
  .meta({
    description:
      'An http or https URL without username and password. It is a template: values are percent-encoded for their ' +
      'position and cannot change the path segments, the host or the query. A value that cannot be encoded, such as ' +
      '`..` in the path, fails the step. A value that is the whole URL is used unchanged, and output of ' +
      '`url_encode` or `cgi_escape` is not encoded again. The host must resolve to a public IP address, which is ' +
      'checked at each call.',
  })

const HeaderName = z.string().superRefine((name, context) => {
  const fault = headerNameFault(name)
  if (fault !== null) context.addIssue({ code: 'custom', message: fault, params: { code: 'invalid_string' } })
})
const HeaderValue = z
  .string()
  .max(MAX_VALUE_LENGTH)
  .refine(isHeaderValue, {
    error: 'A header value cannot contain line breaks or control characters',
    params: { code: 'invalid_string' },
  })
  .superRefine((value, context) => refuseUnfit(value, [], context))
  .meta({ override: { pattern: PATTERNS.headerValue } })
const Headers = z
  .record(HeaderName, HeaderValue)
  .superRefine((headers, context) => {
    const names = Object.keys(headers).map((name) => name.toLowerCase())
    const refuse = (message: string, code: string): void =>
      context.addIssue({ code: 'custom', message, params: { code } })
    if (names.length > MAX_HEADERS) refuse(`A webhook can have at most ${MAX_HEADERS} headers`, 'too_big')
    if (new Set(names).size < names.length) refuse('Two headers have the same name', 'custom')
  }, besideOtherFaults)
  .meta({
    description:
      'The values are templates. A `Content-Type` here replaces the one that follows from the template of the body.',
  })

const Body = z
  .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
  .superRefine((body, context) => {
    if (isNestedWithin(body, MAX_BODY_LEVELS)) return refuseUnfit(body, [], context)
    const message = `A body can be nested at most ${MAX_BODY_LEVELS} levels deep`
    return context.addIssue({ code: 'custom', message, params: { code: 'too_big' } })
  })
  .meta({
    override: { anyOf: undefined },
    description:
      'An object or a list is sent as JSON. Every string in it is a template; a string that is a single output ' +
      'keeps the type of its value. A string body is a template too. It is treated as JSON if its content type says ' +
      'so, if it is a JSON object or list around its outputs, or if it is one output with `json` as the last ' +
      'filter: values are escaped inside strings and become JSON outside of them, except for the output of `json`. ' +
      'Any other string is sent as text. Without a body, POST, PUT and PATCH send `{ contact, workflow, execution, ' +
      'step, event }` as JSON; GET and DELETE send no body.',
  })

/** The config of a WEBHOOK step. */
export const WebhookConfig = z
  .object({
    url: Url.optional(),
    method: z
      .enum(WEBHOOK_METHODS)
      .optional()
      .meta({ description: `Defaults to ${WEBHOOK_DEFAULTS.method}.` }),
    headers: Headers.optional(),
    body: Body.optional(),
    timeoutSeconds: z
      .number()
      .min(1)
      .max(MAX_TIMEOUT_SECONDS)
      .optional()
      .meta({
        description: `Time limit per attempt, including redirects. Defaults to ${WEBHOOK_DEFAULTS.timeoutSeconds}.`,
      }),
    maxAttempts: z
      .int()
      .min(1)
      .max(MAX_ATTEMPTS)
      .optional()
      .meta({ description: `Defaults to ${WEBHOOK_DEFAULTS.maxAttempts}.` }),
  })
  .refine(({ method, body }) => method !== 'GET' || body === undefined, {
    ...besideOtherFaults,
    path: ['body'],
    error: 'A GET request cannot have a body',
    params: { code: 'custom' },
  })
  .meta({
    description:
      "Sends an HTTP request to a URL, signed with the project's webhook secret according to Standard Webhooks. " +
      '`webhook-id` and `Idempotency-Key` stay the same when the call is repeated. Network errors and the responses ' +
      '408, 429 and 5xx are retried, after the time in `Retry-After`; any other response except 2xx fails ' +
      'immediately. Redirects are followed only if they repeat the same request: 301, 302 and 303 fail a POST. ' +
      'Later steps can read the result as `steps.<name>`: `url`, `method`, `statusCode`, `success`, `response` and ' +
      '`attempts`. At most 64 KB of a response are read. The latest outputs of all steps can be at most 1 MB in ' +
      'total as JSON; a larger response is dropped and fails the step with `outputs_too_large`. The branches are ' +
      '`success` and `failure`. A failure without a transition ends the execution as FAILED.',
    examples: [EXAMPLE],
  })

import { z } from 'zod'
import { between, oneOf, origin } from './values.js'

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Pairs as OpenTelemetry's variables hold them: `key=value` between commas, values percent-encoded. */
const pairs = z.string().transform((value, context): Record<string, string> => {
  const read: Record<string, string> = {}
  for (const pair of value.split(',').filter((each) => each.trim() !== '')) {
    const [, key = '', text = ''] = /^\s*([^=\s]+)\s*=(.*)$/s.exec(pair) ?? []
    try {
      if (key === '') throw new Error('No key')
      read[key] = decodeURIComponent(text.trim())
    } catch {
      // The value may be a secret.
      context.addIssue({ code: 'custom', message: 'must be key=value pairs between commas, values percent-encoded' })
      return z.NEVER
    }
  }
  return read
})

// The names and defaults are those of OpenTelemetry's specification.
export const tracing = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: origin
    .optional()
    .describe('turns traces on: the URL of an OTLP collector over HTTP, like `http://collector:4318`'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs
    .optional()
    .describe('headers for the collector, such as a key: `name=value` separated by commas, values percent-encoded'),
  OTEL_SERVICE_NAME: z
    .string()
    .optional()
    .meta({ description: 'the name of this process in traces', preset: '`posthorn-gateway`, `posthorn-worker`' }),
  OTEL_RESOURCE_ATTRIBUTES: pairs
    .optional()
    .describe('further attributes of this process in traces: `name=value` separated by commas'),
  OTEL_TRACES_SAMPLER: oneOf(SAMPLERS)
    .default('parentbased_always_on')
    .describe('the traces to keep: `parentbased_traceidratio` keeps a share of them, each complete'),
  OTEL_TRACES_SAMPLER_ARG: between(0, 1).default(1).describe('the share of traces to keep, from 0 to 1'),
})

import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../docs/documents.js'

const Alert = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string(), runbook: z.string() }),
})
const Rules = z.strictObject({ groups: z.array(z.strictObject({ name: z.string(), rules: z.array(Alert) })) })
const Scraping = z.looseObject({ scrape_configs: z.array(z.looseObject({ job_name: z.string() })) })

/** The folder of Prometheus' configuration, from the root of the repository. */
export const PROMETHEUS = 'deploy/prometheus'

/** Every alert rule. Throws for a key or value that a rule should not have. */
export function readAlerts(): z.output<typeof Alert>[] {
  return Rules.parse(parse(readFileSync(`${ROOT}${PROMETHEUS}/alerts.yml`, 'utf8'))).groups.flatMap(
    ({ rules }) => rules,
  )
}

/** The configuration of Prometheus in the compose network. */
export function readScraping(): z.output<typeof Scraping> {
  return Scraping.parse(parse(readFileSync(`${ROOT}${PROMETHEUS}/prometheus.yml`, 'utf8')))
}

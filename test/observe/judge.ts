import type { PanelQuery } from './dashboard.js'
import { SCRAPE_SECONDS, type Prometheus, type Series, type Span } from './prometheus.js'
import { selectorsOf } from './selectors.js'

/**
 * Selectors that find something only when code is at fault, or when a worker has more workflows than it can remember.
 */
const ONLY_IN_TROUBLE = [
  'temporal_workflow_task_execution_failed_total{job=~"worker-.*"}',
  'temporal_sticky_cache_miss_total{job=~"worker-.*"}',
]

/** Lines of a table, and what is wrong. */
export interface Judgement {
  lines: string[]
  faults: string[]
}

/** An expression of the dashboard as Prometheus takes it: what Grafana fills in is filled in. */
export function filledIn(expr: string): string {
  return expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*')
}

/** Asks every query of the dashboard, and demands an answer. */
export async function judgePanels(
  prometheus: Prometheus,
  queries: PanelQuery[],
  span: Span,
): Promise<Judgement & { answers: (PanelQuery & { series: Series[] })[] }> {
  const lines = ['', line('Panel', 'Query', 'Series', 'Last', 'Least', 'Most')]
  const faults: string[] = []
  const answers: (PanelQuery & { series: Series[] })[] = []
  let row = ''
  for (const query of queries) {
    if (query.row !== row) lines.push('', `== ${(row = query.row)}`)
    const { panel, legend } = query
    try {
      const series = await prometheus.over(filledIn(query.expr), span)
      answers.push({ ...query, series })
      const last = series.reduce((sum, { points }) => sum + (points.at(-1)?.value ?? 0), 0)
      const all = series.flatMap(({ points }) => points.map(({ value }) => value))
      if (all.length === 0 && !isTroubleAlone(query.expr)) faults.push(`${panel}, ${legend}: no data`)
      const range = all.length === 0 ? ['–', '–', '–'] : [last, Math.min(...all), Math.max(...all)].map(figure)
      lines.push(line(panel, legend, String(series.length), ...range))
    } catch (error) {
      faults.push(`${panel}, ${legend}: ${String(error)}`)
    }
  }
  return { lines, faults, answers }
}

/** Demands a series for each metric with its matchers, also where a query has a value without one. */
export async function judgeSelectors(prometheus: Prometheus, queries: PanelQuery[], span: Span): Promise<string[]> {
  const texts = new Set(queries.flatMap(({ expr }) => selectorsOf(filledIn(expr)).map(({ text }) => text)))
  const faults: string[] = []
  for (const text of texts) {
    if (ONLY_IN_TROUBLE.includes(text)) continue
    if ((await prometheus.over(`count(${text})`, span)).length === 0) faults.push(`${text} found nothing`)
  }
  return faults
}

/** Demands that each alert has had its reason at some time. */
export async function judgeAlerts(
  prometheus: Prometheus,
  alerts: { alert: string; expr: string }[],
  span: Span,
): Promise<Judgement> {
  const lines = ['', line('Alert', '', 'Series', 'Seconds', 'Least', 'Most')]
  const faults: string[] = []
  for (const { alert, expr } of alerts) {
    const series = await prometheus.over(expr, span)
    const all = series.flatMap(({ points }) => points.map(({ value }) => value))
    if (all.length === 0 && !isTroubleAlone(expr)) faults.push(`${alert} never had a reason`)
    const steps = new Set(series.flatMap(({ points }) => points.map(({ at }) => at)))
    const range = all.length === 0 ? ['–', '–'] : [Math.min(...all), Math.max(...all)].map(figure)
    lines.push(line(alert, '', String(series.length), String(steps.size * SCRAPE_SECONDS), ...range))
  }
  return { lines, faults }
}

function isTroubleAlone(expr: string): boolean {
  return selectorsOf(expr).every(({ text }) => ONLY_IN_TROUBLE.includes(text))
}

function line(panel: string, legend: string, ...figures: string[]): string {
  return `${panel.padEnd(40)} ${legend.padEnd(42)} ${figures.map((each) => each.padStart(9)).join(' ')}`
}

/** A number in four digits. */
export function figure(value: number): string {
  if (value !== 0 && Math.abs(value) < 0.001) return value.toExponential(1)
  return Math.abs(value) >= 10_000 ? value.toExponential(2) : String(Number(value.toPrecision(4)))
}

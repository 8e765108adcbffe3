import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ROOT } from '../docs/documents.js'

const Datasource = z.strictObject({ type: z.literal('prometheus'), uid: z.string() })
const GridPos = z.strictObject({ x: z.int(), y: z.int(), w: z.int().positive(), h: z.int().positive() })
const Target = z.strictObject({ refId: z.string(), expr: z.string().min(1), legendFormat: z.string().min(1) })
const Matched = z.strictObject({
  matcher: z.strictObject({ id: z.enum(['byName', 'byRegexp']), options: z.string() }),
  properties: z.array(z.strictObject({ id: z.string(), value: z.unknown() })).min(1),
})
const Steps = z.array(z.strictObject({ color: z.string(), value: z.number().nullable() })).min(1)
const Defaults = z.strictObject({
  unit: z.string().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  decimals: z.int().optional(),
  noValue: z.string().optional(),
  mappings: z.array(z.unknown()).optional(),
  thresholds: z.strictObject({ mode: z.literal('absolute'), steps: Steps }).optional(),
  custom: z.record(z.string(), z.unknown()).optional(),
})
const Row = z.strictObject({
  id: z.int(),
  type: z.literal('row'),
  title: z.string(),
  collapsed: z.literal(false),
  gridPos: GridPos,
  panels: z.tuple([]),
})
const Panel = z.strictObject({
  id: z.int(),
  type: z.enum(['timeseries', 'stat', 'state-timeline']),
  title: z.string().min(1),
  description: z.string().min(1),
  datasource: Datasource,
  gridPos: GridPos,
  fieldConfig: z.strictObject({ defaults: Defaults, overrides: z.array(Matched) }),
  options: z.record(z.string(), z.unknown()),
  targets: z.array(Target).min(1),
})
const Variable = z.looseObject({
  name: z.string(),
  type: z.literal('query'),
  datasource: Datasource,
  query: z.strictObject({ query: z.string(), refId: z.string() }),
})
// The parts of Grafana's model
// (https://grafana.com/docs/grafana/v12.3/dashboards/build-dashboards/view-dashboard-json-model/) that this dashboard
// uses: an unknown key is a slip.
const Dashboard = z.strictObject({
  uid: z.string().max(40),
  title: z.string(),
  tags: z.array(z.string()),
  schemaVersion: z.int(),
  timezone: z.literal('browser'),
  refresh: z.string(),
  graphTooltip: z.int(),
  editable: z.literal(false),
  time: z.strictObject({ from: z.string(), to: z.string() }),
  templating: z.strictObject({ list: z.array(Variable) }),
  panels: z.array(z.discriminatedUnion('type', [Row, Panel])),
})

/** A panel with queries. */
export type QueryPanel = z.output<typeof Panel>

/** One query of a panel, under the title of its row. */
export interface PanelQuery {
  row: string
  panel: string
  legend: string
  expr: string
}

/** The folder of the dashboards, from the root of the repository. */
export const DASHBOARDS = 'deploy/grafana/dashboards'

/** The dashboard of Posthorn. Throws for a key or value that it should not have. */
export function readDashboard(): z.output<typeof Dashboard> {
  return Dashboard.parse(JSON.parse(readFileSync(`${ROOT}${DASHBOARDS}/posthorn.json`, 'utf8')))
}

/** Every query of the dashboard, in the order of its panels. */
export function panelQueries(): PanelQuery[] {
  const queries: PanelQuery[] = []
  let row = ''
  for (const panel of readDashboard().panels) {
    if (panel.type === 'row') row = panel.title
    else {
      for (const { expr, legendFormat } of panel.targets) {
        queries.push({ row, panel: panel.title, legend: legendFormat, expr })
      }
    }
  }
  return queries
}

import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { parse } from 'yaml'
import { readDocument, ROOT } from '../docs/documents.js'
import { readAlerts, readScraping } from './alerts.js'
import { DASHBOARDS, panelQueries, readDashboard, type QueryPanel } from './dashboard.js'
import { selectorsOf } from './selectors.js'

const MONITOR = 'docs/operating/monitor.md'
const ALERTS = 'docs/operating/alerts.md'
const METRICS = 'runtime/metrics'
const TOTALS =
  /posthorn_(?:outbox_entries|outbox_oldest_entry_age_seconds|outbox_parked_entries|executions_active|campaigns_sending)\b/g
const OF_SCRAPING = ['job', 'instance']
const COLUMNS = 24

interface Declared {
  name: string
  type: string
  labelNames: readonly string[]
}

const expressions = [...panelQueries().map(({ expr }) => expr), ...readAlerts().map(({ expr }) => expr)]
const selectors = expressions.flatMap(selectorsOf)
const panels = readDashboard().panels.filter((panel): panel is QueryPanel => panel.type !== 'row')

describe('the dashboard and the alerts', () => {
  let declared: Declared[]

  before(async () => {
    // Each file declares its metrics as it is imported.
    const files = readdirSync(`${ROOT}${METRICS}`).filter((file) => file.endsWith('.ts'))
    await Promise.all(files.map((file) => import(`../../${METRICS}/${file.replace(/\.ts$/, '.js')}`)))
    const { registry } = (await import(`../../${METRICS}/registry.js`)) as { registry: Registry }
    const defaults = new Registry()
    collectDefaultMetrics({ register: defaults })
    const own = registry.getMetricsAsArray().filter(({ name }) => name.startsWith('posthorn_'))
    declared = [...own, ...defaults.getMetricsAsArray()] as unknown as Declared[]
  })

  /** The metric that a series belongs to: a histogram has three series names. */
  const metricOf = (series: string): Declared | undefined =>
    declared.find(({ name }) => name === series) ??
    declared.find(({ name, type }) => type === 'histogram' && name === series.replace(/_(?:bucket|sum|count)$/, ''))

  it('ask only for metrics and labels that processes have', () => {
    const asked = selectors.filter(({ metric }) => /^(?:posthorn|nodejs|process)_/.test(metric))
    expect(asked).to.have.length.above(50)
    for (const { text, metric, matchers } of asked) {
      const found = metricOf(metric)
      expect(found, `${text} is not declared`).to.not.equal(undefined)
      const labels = [...(found?.labelNames ?? []), ...OF_SCRAPING]
      for (const { label } of matchers) expect(labels, text).to.include(label)
    }
  })

  it('leave no metric of Posthorn out that the documentation does not name', () => {
    const documented = readDocument(MONITOR)
    const unknown = declared
      .map(({ name }) => name)
      .filter((name) => name.startsWith('posthorn_') && !documented.includes(name))
      .filter((name) => !selectors.some(({ metric }) => metricOf(metric)?.name === name))
    expect(unknown).to.deep.equal([])
  })

  it('take the maximum of what every process exports alike', () => {
    const wrong = expressions.filter((expr) => {
      const well = [...expr.matchAll(new RegExp(`\\b(?:max(?: by \\(kind\\))? ?|absent)\\(${TOTALS.source}`, 'g'))]
      return [...expr.matchAll(TOTALS)].length !== well.length
    })
    expect(wrong).to.deep.equal([])
  })

  it('ask only for jobs that Prometheus scrapes', () => {
    const jobs = readScraping().scrape_configs.map(({ job_name: job }) => job)
    const asked = selectors.flatMap(({ matchers }) => matchers.filter(({ label }) => label === 'job'))
    expect(asked).to.have.length.above(20)
    for (const { values } of asked) {
      for (const value of values.split('|')) {
        expect(
          jobs.some((job) => new RegExp(`^(?:${value})$`).test(job)),
          `there is no job ${value}`,
        ).to.equal(true)
      }
    }
  })
})

describe('the dashboard', () => {
  it('has unique ids, titles and query names', () => {
    const ids = readDashboard().panels.map(({ id }) => id)
    expect(new Set(ids).size).to.equal(ids.length)
    expect(new Set(panels.map(({ title }) => title)).size).to.equal(panels.length)
    for (const { title, targets } of panels) {
      expect(new Set(targets.map(({ refId }) => refId)).size, title).to.equal(targets.length)
    }
  })

  it('lays no panel over another, and none beside the grid', () => {
    const taken = new Map<string, string>()
    for (const { title, gridPos } of readDashboard().panels) {
      const { x, y, w, h } = gridPos
      expect(x + w, title).to.be.at.most(COLUMNS)
      for (let column = x; column < x + w; column += 1) {
        for (let line = y; line < y + h; line += 1) {
          const cell = `${column}/${line}`
          expect(taken.get(cell), `${title} lies over another panel`).to.equal(undefined)
          taken.set(cell, title ?? '')
        }
      }
    }
  })

  it('has a unit for each panel with numbers, and says what a high value means', () => {
    for (const { title, type, description, fieldConfig } of panels) {
      if (type !== 'state-timeline') expect(fieldConfig.defaults.unit, title).to.be.a('string')
      expect(description.length, title).to.be.above(60)
    }
  })

  it('uses the variables that it declares, and declares those that it uses', () => {
    const used = new Set(
      panelQueries().flatMap(({ expr }) => [...expr.matchAll(/\$(?!__)(\w+)/g)].map(([, name]) => name)),
    )
    expect([...used]).to.have.members(readDashboard().templating.list.map(({ name }) => name))
  })

  it('colours series that it has', () => {
    for (const { title, fieldConfig, targets } of panels) {
      for (const { matcher } of fieldConfig.overrides) {
        // A legend with a label is compared with what stands around the label.
        const has = targets.some(
          ({ legendFormat }) => legendFormat === matcher.options || legendFormat.startsWith('{{'),
        )
        expect(has, `${title}: ${matcher.options}`).to.equal(true)
      }
    }
  })

  it('is provisioned with its data source, from the folders that compose mounts', () => {
    const provisioning = 'deploy/grafana/provisioning'
    const { datasources } = parse(readFileSync(`${ROOT}${provisioning}/datasources/prometheus.yml`, 'utf8')) as {
      datasources: { uid: string; url: string }[]
    }
    const { providers } = parse(readFileSync(`${ROOT}${provisioning}/dashboards/posthorn.yml`, 'utf8')) as {
      providers: { options: { path: string } }[]
    }
    const uids = datasources.map(({ uid }) => uid)
    const asked = [...panels, ...readDashboard().templating.list].map(({ datasource }) => datasource.uid)
    expect(new Set(asked)).to.deep.equal(new Set(uids))
    const compose = readDocument('docker-compose.yml')
    expect(compose).to.include(`./${provisioning}:/etc/grafana/provisioning:ro`)
    for (const { options } of providers) {
      expect(compose).to.include(`./${DASHBOARDS}:${options.path}:ro`)
      expect(compose).to.include(`GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH: ${options.path}/posthorn.json`)
    }
    expect(datasources.map(({ url }) => url)).to.deep.equal(['http://prometheus:9090'])
  })
})

describe('the alerts', () => {
  it('stand in the documentation, each with its severity and what to look at first', () => {
    const [, ...sections] = readDocument(ALERTS).split('\n## ')
    const documented = sections.map((text) => {
      const [, alert, severity] = /^(\w+)\n\n(\w+)\. .+\*\*First look:\*\* /s.exec(text) ?? []
      return `${alert} ${severity?.toLowerCase()}`
    })
    expect(documented).to.have.members(readAlerts().map(({ alert, labels }) => `${alert} ${labels.severity}`))
  })

  it('name as runbook their sections of the documentation', () => {
    for (const { alert, annotations } of readAlerts()) {
      expect(annotations.runbook).to.equal(`${ALERTS}#${alert.toLowerCase()}`)
    }
  })
})

import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium, type Browser, type BrowserContext, type Page, type Route } from 'playwright-core'
import { atEnd } from './at-end.js'
import { chromiumFile } from './chromium.js'

const NARROWEST = { width: 320, height: 640 }
const USUAL = { width: 1280, height: 800 }
// A machine with two cores serves, renders and tests at once, beside other tests. Every wait ends with its state.
const WAIT_MS = 90_000
const OF_LEVEL_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const OF_COLOURS = ['color-contrast', 'link-in-text-block']
const ALL_RULES = { runOnly: OF_LEVEL_AA }
// The themes differ in colours alone, which the narrow page shares with the wide one.
const RULES_OF_COLOURS = { runOnly: OF_COLOURS }
const OTHER_RULES = {
  runOnly: OF_LEVEL_AA,
  rules: Object.fromEntries(OF_COLOURS.map((rule) => [rule, { enabled: false }])),
}
const require = createRequire(import.meta.url)
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
// A whole result is many times larger than its violations. Frames have no axe that could answer.
const SCAN = `async (rules) => {
  const { violations } = await axe.run({ ...rules, resultTypes: ['violations'], selectors: false, iframes: false })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200)))
}`

/** A page of a browser that no other test uses, watched for what no page may do. */
export interface WatchedPage {
  page: Page
  /** Answers of the API with this status are part of the test: the browser reports them as errors. */
  expectStatus(status: number): void
  /** What the page does here although no page may do it, such as a report of the policy on a hostile message. */
  expectFault(fault: RegExp): void
}

/** Gives each test of a `describe` a page of its own in a real browser, on the dashboard of `origin`. */
export function useBrowser(origin: () => string): WatchedPage {
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let faults: string[] = []
  let expected: number[] = []
  let expectedFaults: RegExp[] = []
  before(async () => void (browser = await runningBrowser()))
  beforeEach(async () => {
    context = await browser.newContext({ baseURL: origin(), viewport: USUAL, reducedMotion: 'reduce' })
    context.setDefaultTimeout(WAIT_MS)
    page = await context.newPage()
    ;[faults, expected, expectedFaults] = [[], [], []]
    watch(page, origin(), faults, () => expected)
  })
  afterEach(async () => {
    await context.close()
    const unexpected = faults.filter((fault) => !expectedFaults.some((pattern) => pattern.test(fault)))
    expect(unexpected, 'what the page may not do').to.deep.equal([])
  })
  return {
    get page() {
      return page
    },
    expectStatus: (status) => void expected.push(status),
    expectFault: (fault) => void expectedFaults.push(fault),
  }
}

/**
 * Routes requests of an open page, as `page.route` does. A busy page may still send a request past a route that was set
 * just before: after this no request passes.
 */
export async function routeOpenPage(page: Page, ...route: Parameters<Page['route']>): Promise<void> {
  await page.route(...route)
  const probe = (probed: Route): Promise<void> => probed.fulfill({ status: 204 })
  await page.route('**/health', probe)
  while ((await page.evaluate("fetch('/health').then(({ status }) => status)")) !== 204);
  await page.unroute('**/health', probe)
}

/**
 * Checks what every page owes: nothing that the guidelines for accessibility forbid (WCAG 2.2 A and AA), in both
 * themes, and no horizontal scrolling on the narrowest screen.
 */
export async function expectSoundPage(page: Page): Promise<void> {
  await expectSoundDocument(page, page.url())
  await page.setViewportSize(NARROWEST)
  const widths = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')
  const [scrolled = 0, shown = 0] = widths as number[]
  expect(scrolled, `the width of ${page.url()}`).to.be.at.most(shown)
  expect(await violations(page, OTHER_RULES), `narrow: ${page.url()}`).to.deep.equal([])
  await page.setViewportSize(USUAL)
}

/** Checks that a document keeps the guidelines for accessibility (WCAG 2.2 A and AA) in both themes. */
export async function expectSoundDocument(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await violations(page), `light: ${name}`).to.deep.equal([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page, RULES_OF_COLOURS), `dark: ${name}`).to.deep.equal([])
}

async function violations(page: Page, rules: object = ALL_RULES): Promise<string[]> {
  // A script that the page loads would be refused by its policy; one of the debugger is not.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE)
  return page.evaluate(`(${SCAN})(${JSON.stringify(rules)})`)
}

/** Records faults of the page: a breach of its policy, an error in the console, a request to another origin. */
function watch(page: Page, origin: string, faults: string[], expected: () => number[]): void {
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    const status = /^Failed to load resource: .*status of (\d+)/.exec(text)?.[1]
    if (message.type() === 'error' && !expected().includes(Number(status))) faults.push(`console: ${text}`)
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !/^(?:data|blob):/.test(url)) faults.push(`request to ${url}`)
  })
}

// One browser for all tests of a process. A page has no part in what other pages stored.
let running: Promise<Browser> | undefined

async function runningBrowser(): Promise<Browser> {
  if (running && !(await running).isConnected()) running = undefined
  if (!running) {
    running = launch()
    atEnd(async () => (await running)?.close())
  }
  return running
}

async function launch(): Promise<Browser> {
  const executablePath = await chromiumFile()
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] })
}

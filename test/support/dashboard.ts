import type { Page } from 'playwright-core'
import { buildDashboard, dashboardFolder } from '../../embedded/build-dashboard.js'
import { relayEntriesTo } from '../../commands/outbox/owner.js'
import type { Config } from '../../runtime/config.js'
import type { UserRecord } from '../../models/user.js'
import { UNLIMITED, testConfig } from './config.js'
import { useBrowser, type WatchedPage } from './browser.js'
import { useDatabase } from './database.js'
import { sessionHeaders } from './gateway.js'
import { serveGateway, type ServedGateway } from './serve-gateway.js'

/** The built dashboard in a browser, from a real gateway with its policy. */
export interface ServedDashboard extends WatchedPage {
  readonly origin: string
  /** Gives the browser the session that `createUser` makes. The page opens later. */
  startSession(user: Pick<UserRecord, '_id' | 'sessionVersion'>): Promise<void>
  /** Signs in on the page for it, and waits for the page that follows. */
  signIn(user: { email: string }, password: string): Promise<void>
  /** Signs out by the menu of the account. */
  signOut(): Promise<void>
}

/** Signs in on the page for it, and waits for the page that follows. */
export async function signIn(page: Page, { email }: { email: string }, password: string): Promise<void> {
  await page.goto('/dashboard')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: /^(?:Home|Your projects)$/ }).waitFor()
}

/**
 * Gives the tests of a `describe` the dashboard of the present sources, and a page of a browser for each test. The
 * gateway has `settings` beside those of all tests.
 */
export function useDashboard(settings: Partial<Config> = {}): ServedDashboard {
  let gateway: ServedGateway
  let stopRelaying: () => void
  useDatabase()
  before(async () => {
    const folder = dashboardFolder()
    await buildDashboard(folder, new AbortController().signal)
    stopRelaying = relayEntriesTo(() => undefined)
    gateway = await serveGateway(testConfig({ ...UNLIMITED, ...settings, DASHBOARD_FOLDER: folder }))
    // The port is known only now. Requests that change something are taken from pages of this origin alone.
    gateway.services.config.GATEWAY_URL = gateway.origin
  })
  const watched = useBrowser(() => gateway.origin)
  after(async () => {
    await gateway?.close()
    stopRelaying?.()
  })
  return {
    get page() {
      return watched.page
    },
    expectStatus: (status) => watched.expectStatus(status),
    expectFault: (fault) => watched.expectFault(fault),
    get origin() {
      return gateway.origin
    },
    async startSession(user) {
      const [name = '', value = ''] = sessionHeaders(user, gateway.services.config).cookie.split(/=(.*)/s)
      await watched.page.context().addCookies([{ name, value, url: gateway.origin, httpOnly: true, sameSite: 'Lax' }])
    },
    signIn: (user, password) => signIn(watched.page, user, password),
    async signOut() {
      const { page } = watched
      await page.getByRole('button', { name: /^Account/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    },
  }
}

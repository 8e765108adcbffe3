import type { Locator, Page } from 'playwright-core'
import { buildDashboard, dashboardFolder } from '../../embedded/build-dashboard.js'
import type { CreatedProject } from '../../commands/tenancy/projects/create-project.js'
import { relayEntriesTo } from '../../commands/base/outbox/owner.js'
import type { Config } from '../../runtime/config.js'
import type { UserRecord } from '../../models/user.js'
import { UNLIMITED, testConfig } from './config.js'
import { useBrowser, type WatchedPage } from './browser.js'
import { useDatabase } from './database.js'
import { createMember, createProject } from './factories.js'
import { sessionHeaders } from './gateway.js'
import { serveGateway, type ServedGateway } from './serve-gateway.js'

/** The built dashboard in a browser, from a real gateway with its policy. */
export interface ServedDashboard extends WatchedPage {
  readonly origin: string
  /** The project of the test, and its owner, whose session the browser has. */
  readonly project: CreatedProject
  readonly owner: UserRecord
  /** Opens a page of the project. */
  readonly open: (path: string) => Promise<unknown>
  /** A heading of exactly this text; that of the page itself has the level 1. */
  readonly heading: (name: string, level?: number) => Locator
  /** Takes the session from the browser. */
  endSession(): Promise<void>
  /** Gives the browser the session that `createUser` makes. The page opens later. */
  startSession(user: Pick<UserRecord, '_id' | 'sessionVersion'>): Promise<void>
  /** Signs in on the page for it, and waits for the page that follows. */
  signIn(user: { email: string }, password: string): Promise<void>
  /** Signs out by the menu of the account. */
  signOut(): Promise<void>
}

/** The password of the owner. */
export const PASSWORD = 'correct horse battery staple'

/** Signs in on the page for it, and waits for the page that follows. */
export async function signIn(page: Page, { email }: { email: string }, password: string): Promise<void> {
  await page.goto('/dashboard')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: /^(?:Home|Projects)$/ }).waitFor()
}

/**
 * Gives the tests of a `describe` the dashboard of the present sources, and each test a project and a page of a browser
 * in the session of the owner. The gateway has `settings` beside those of all tests.
 */
export function useDashboard(settings: Partial<Config> = {}): ServedDashboard {
  let gateway: ServedGateway
  let stopRelaying: () => void
  let project: CreatedProject
  let owner: UserRecord
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
  const startSession = async (user: Pick<UserRecord, '_id' | 'sessionVersion'>): Promise<void> => {
    const [name = '', value = ''] = sessionHeaders(user, gateway.services.config).cookie.split(/=(.*)/s)
    await watched.page.context().addCookies([{ name, value, url: gateway.origin, httpOnly: true, sameSite: 'Lax' }])
  }
  beforeEach(async () => {
    project = await createProject()
    owner = await createMember({ projectId: project.id, role: 'OWNER' }, { password: PASSWORD })
    await startSession(owner)
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
    get project() {
      return project
    },
    get owner() {
      return owner
    },
    open: (path) => watched.page.goto(`/dashboard/p/${project.id}${path}`),
    heading: (name, level = 1) => watched.page.getByRole('heading', { level, name, exact: true }),
    startSession,
    endSession: () => watched.page.context().clearCookies(),
    signIn: (user, password) => signIn(watched.page, user, password),
    async signOut() {
      const { page } = watched
      // A part of the page that appears meanwhile may still ask for its data.
      watched.expectStatus(401)
      await page.getByRole('button', { name: /^Account/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    },
  }
}

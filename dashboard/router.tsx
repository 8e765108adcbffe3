import { createRootRouteWithContext, createRoute, createRouter, notFound, redirect } from '@tanstack/react-router'
import { queryClient } from './api/query.js'
import { campaignFilters } from './pages/campaigns/filters.js'
import { readCampaignSearch } from './pages/campaigns/page-search.js'
import { readActivityFilters } from './pages/activity/filters.js'
import { readAnalytics } from './pages/analytics/origin.js'
import { readContactFilters } from './pages/contacts/list/filters.js'
import { readContactTab } from './pages/contacts/contact/contact-tabs.js'
import { readImportSearch } from './pages/contacts/import/import-search.js'
import { readAccountSearch } from './pages/account/account-search.js'
import { readDomainSearch } from './pages/domains/domain-search.js'
import { readEmailFilters } from './pages/emails/filters.js'
import { readEventSearch } from './pages/events/event-search.js'
import { readSpan } from './pages/home/spans.js'
import { readSegmentFilters, readSegmentTab } from './pages/segments/filters.js'
import { readSignInSearch } from './pages/session/sign-in-search.js'
import { readSettingsSearch } from './pages/settings/settings-search.js'
import { templateFilters } from './pages/templates/filters.js'
import { readTemplateSearch } from './pages/templates/template-search.js'
import { readEditorSearch } from './pages/workflows/editor/editor-search.js'
import { readExecutionFilters, readOpenStep } from './pages/workflows/executions/filters.js'
import { workflowFilters } from './pages/workflows/workflow-filters.js'
import { projectsQuery, meQuery } from './session/user.js'
import { lazyPage } from './shared/lazy-page.js'
import { searchOf, yes } from './shared/search-params.js'
import { Crash } from './shell/crash.js'
import { NoSuchOuterPage, NoSuchPage, NoSuchProject } from './shell/no-such-page.js'
import { OuterLayout } from './shell/outer-layout.js'
import { ProjectLayout } from './shell/project-layout.js'
import { Root } from './shell/root.js'

const readProjectsSearch = searchOf({ first: yes })

const root = createRootRouteWithContext()({ component: Root, notFoundComponent: NoSuchOuterPage })

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/projects', search: { first: true } })
  },
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readSignInSearch,
  component: lazyPage(() => import('./pages/session/sign-in.js'), 'SignInPage'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: lazyPage(() => import('./pages/session/sign-up.js'), 'SignUpPage'),
})

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: lazyPage(() => import('./pages/session/forgot.js'), 'ForgotPage'),
})

/** Redirects to the sign-in page if no user is signed in; the sign-in leads back. */
async function requireProjects({ location }: { location: { href: string } }) {
  const [projects] = await Promise.all([
    queryClient.ensureQueryData(projectsQuery),
    queryClient.ensureQueryData(meQuery),
  ])
  if (projects) return projects
  queryClient.removeQueries({ queryKey: projectsQuery.queryKey })
  throw redirect({ to: '/sign-in', search: { next: `/dashboard${location.href}` } })
}

const outer = createRoute({ getParentRoute: () => root, id: 'outer', component: OuterLayout })

const projects = createRoute({
  getParentRoute: () => outer,
  path: '/projects',
  validateSearch: readProjectsSearch,
  beforeLoad: async ({ location, search }) => {
    const [only, other] = await requireProjects({ location })
    // A user with one project has no choice to make, unless the user asked for the list.
    if (search.first && only && !other) throw redirect({ to: '/p/$projectId', params: { projectId: only.id } })
  },
  component: lazyPage(() => import('./pages/projects/projects.js'), 'ProjectsPage'),
})

const account = createRoute({
  getParentRoute: () => outer,
  path: '/account',
  validateSearch: readAccountSearch,
  beforeLoad: requireProjects,
  component: lazyPage(() => import('./pages/account/account.js'), 'AccountPage'),
})

const project = createRoute({
  getParentRoute: () => root,
  path: '/p/$projectId',
  beforeLoad: async ({ location, params }) => {
    const known = await requireProjects({ location })
    if (!known.some(({ id }) => id === params.projectId)) throw notFound({ routeId: '/p/$projectId' })
  },
  component: ProjectLayout,
  notFoundComponent: NoSuchProject,
})

const home = createRoute({
  getParentRoute: () => project,
  path: '/',
  validateSearch: readSpan,
  component: lazyPage(() => import('./pages/home/home.js'), 'HomePage'),
})

const contacts = createRoute({
  getParentRoute: () => project,
  path: '/contacts',
  validateSearch: readContactFilters,
  component: lazyPage(() => import('./pages/contacts/list/contact-list.js'), 'ContactListPage'),
})

const contact = createRoute({
  getParentRoute: () => project,
  path: '/contacts/$contactId',
  validateSearch: readContactTab,
  component: lazyPage(() => import('./pages/contacts/contact/contact-page.js'), 'ContactPage'),
})

const emails = createRoute({
  getParentRoute: () => project,
  path: '/emails',
  validateSearch: readEmailFilters,
  component: lazyPage(() => import('./pages/emails/email-list.js'), 'EmailListPage'),
})

const email = createRoute({
  getParentRoute: () => project,
  path: '/emails/$emailId',
  component: lazyPage(() => import('./pages/emails/email-page.js'), 'EmailPage'),
})

const segments = createRoute({
  getParentRoute: () => project,
  path: '/segments',
  validateSearch: readSegmentFilters,
  component: lazyPage(() => import('./pages/segments/segment-list.js'), 'SegmentListPage'),
})

const newSegment = createRoute({
  getParentRoute: () => project,
  path: '/segments/new',
  component: lazyPage(() => import('./pages/segments/new-segment.js'), 'NewSegmentPage'),
})

const segment = createRoute({
  getParentRoute: () => project,
  path: '/segments/$segmentId',
  validateSearch: readSegmentTab,
  component: lazyPage(() => import('./pages/segments/segment-page.js'), 'SegmentPage'),
})

const importContacts = createRoute({
  getParentRoute: () => project,
  path: '/contacts/import',
  component: lazyPage(() => import('./pages/contacts/import/import-page.js'), 'ImportPage'),
})

const importJob = createRoute({
  getParentRoute: () => project,
  path: '/contacts/import/$jobId',
  validateSearch: readImportSearch,
  component: lazyPage(() => import('./pages/contacts/import/import-job-page.js'), 'ImportJobPage'),
})

const campaigns = createRoute({
  getParentRoute: () => project,
  path: '/campaigns',
  validateSearch: campaignFilters.read,
  component: lazyPage(() => import('./pages/campaigns/campaign-list.js'), 'CampaignListPage'),
})

const campaign = createRoute({
  getParentRoute: () => project,
  path: '/campaigns/$campaignId',
  validateSearch: readCampaignSearch,
  component: lazyPage(() => import('./pages/campaigns/campaign-page.js'), 'CampaignPage'),
})

const workflows = createRoute({
  getParentRoute: () => project,
  path: '/workflows',
  validateSearch: workflowFilters.read,
  component: lazyPage(() => import('./pages/workflows/workflow-list.js'), 'WorkflowListPage'),
})

const workflow = createRoute({
  getParentRoute: () => project,
  path: '/workflows/$workflowId',
  validateSearch: readEditorSearch,
  component: lazyPage(() => import('./pages/workflows/editor/editor-page.js'), 'EditorPage'),
})

const executions = createRoute({
  getParentRoute: () => project,
  path: '/workflows/$workflowId/executions',
  validateSearch: readExecutionFilters,
  component: lazyPage(() => import('./pages/workflows/executions/execution-list.js'), 'ExecutionListPage'),
})

const execution = createRoute({
  getParentRoute: () => project,
  path: '/workflows/$workflowId/executions/$executionId',
  validateSearch: readOpenStep,
  component: lazyPage(() => import('./pages/workflows/executions/execution-page.js'), 'ExecutionPage'),
})

const templates = createRoute({
  getParentRoute: () => project,
  path: '/templates',
  validateSearch: templateFilters.read,
  component: lazyPage(() => import('./pages/templates/template-list.js'), 'TemplateListPage'),
})

const template = createRoute({
  getParentRoute: () => project,
  path: '/templates/$templateId',
  validateSearch: readTemplateSearch,
  component: lazyPage(() => import('./pages/templates/template-page.js'), 'TemplatePage'),
})

const activity = createRoute({
  getParentRoute: () => project,
  path: '/activity',
  validateSearch: readActivityFilters,
  component: lazyPage(() => import('./pages/activity/activity-page.js'), 'ActivityPage'),
})

const events = createRoute({
  getParentRoute: () => project,
  path: '/events',
  validateSearch: readEventSearch,
  component: lazyPage(() => import('./pages/events/event-list.js'), 'EventListPage'),
})

const analytics = createRoute({
  getParentRoute: () => project,
  path: '/analytics',
  validateSearch: readAnalytics,
  component: lazyPage(() => import('./pages/analytics/analytics-page.js'), 'AnalyticsPage'),
})

const domains = createRoute({
  getParentRoute: () => project,
  path: '/domains',
  component: lazyPage(() => import('./pages/domains/domain-list.js'), 'DomainListPage'),
})

const domain = createRoute({
  getParentRoute: () => project,
  path: '/domains/$domainId',
  validateSearch: readDomainSearch,
  component: lazyPage(() => import('./pages/domains/domain-page.js'), 'DomainPage'),
})

const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  beforeLoad: ({ params: { projectId } }) => {
    throw redirect({ to: '/p/$projectId/settings/$part', params: { projectId, part: 'general' }, replace: true })
  },
})

// Links of mails name a part of the settings.
const settingsPart = createRoute({
  getParentRoute: () => project,
  path: '/settings/$part',
  validateSearch: readSettingsSearch,
  component: lazyPage(() => import('./pages/settings/settings.js'), 'SettingsPage'),
})

const rest = createRoute({ getParentRoute: () => project, path: '/$', component: NoSuchPage })

/** Every page of the dashboard under its address. No other module imports a page. */
export const router = createRouter({
  routeTree: root.addChildren([
    start,
    signIn,
    signUp,
    forgot,
    outer.addChildren([projects, account]),
    project.addChildren([
      home,
      contacts,
      contact,
      emails,
      email,
      segments,
      newSegment,
      segment,
      importContacts,
      importJob,
      campaigns,
      campaign,
      workflows,
      workflow,
      executions,
      execution,
      templates,
      template,
      activity,
      events,
      analytics,
      domains,
      domain,
      settings,
      settingsPart,
      rest,
    ]),
  ]),
  basepath: '/dashboard',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: Crash,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

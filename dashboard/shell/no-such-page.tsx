import { t } from '../messages/index.js'
import { Gone } from '../shared/gone.js'
import { TextLink } from '../ui/link.js'

/** The page for an address without a page. */
export function NoSuchPage() {
  return (
    <Gone title={t.notFound.page} text={t.notFound.pageText}>
      <TextLink to="/projects">{t.notFound.toProjects}</TextLink>
    </Gone>
  )
}

/** The same outside of any project. */
export function NoSuchOuterPage() {
  return (
    <main>
      <NoSuchPage />
    </main>
  )
}

/** The page for a project that does not exist, or that the user is no member of: both look alike. */
export function NoSuchProject() {
  return (
    <main>
      <Gone title={t.notFound.project} text={t.notFound.projectText}>
        <TextLink to="/projects">{t.notFound.toProjects}</TextLink>
      </Gone>
    </main>
  )
}

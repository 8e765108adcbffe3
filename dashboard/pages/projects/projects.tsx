import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { Failure } from '../../shared/failure.js'
import { NarrowPage } from '../../shared/narrow-page.js'
import { useSubmit } from '../../shared/use-submit.js'
import { projectsQuery, type Project } from '../../session/user.js'
import { Button } from '../../ui/button.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { ErrorText } from '../../ui/error-text.js'

/** The projects of the user, and a new one. */
export function ProjectsPage() {
  const { data: projects, error, refetch } = useQuery(projectsQuery)
  return (
    <NarrowPage title={t.session.projectsTitle}>
      {projects && <ProjectList projects={projects} />}
      {!projects && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={3} />)}
      {(projects || error) && <NewProject isFirst={projects?.length === 0} />}
    </NarrowPage>
  )
}

function ProjectList({ projects }: { projects: readonly Project[] }) {
  if (projects.length === 0) {
    return (
      <div className="mb-4">
        <p className="font-medium">{t.session.noProjects}</p>
        <p className="text-muted">{t.session.noProjectsText}</p>
      </div>
    )
  }
  return (
    <ul className="mb-6 divide-y divide-line rounded-control border border-line">
      {projects.map(({ id, name, role }) => (
        <li key={id}>
          <Link to="/p/$projectId" params={{ projectId: id }} className="flex gap-2 px-3 py-2 hover:bg-raised">
            <span className="min-w-0 flex-1 font-medium break-words">{name}</span>
            <span className="text-muted">{t.session.roles[role]}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Makes a project and opens it; the first one is all that there is to do here. */
function NewProject({ isFirst }: { isFirst: boolean }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { isBusy, errors, message, onSubmit } = useSubmit(async ({ name = '' }) => {
    const { id } = await call('POST /users/@me/projects', { body: { name } })
    await client.invalidateQueries({ queryKey: projectsQuery.queryKey })
    await navigate({ to: '/p/$projectId', params: { projectId: id } })
  })
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3">
      <h2 className="text-title font-semibold">{t.session.newProject}</h2>
      <Field label={t.session.projectName} error={errors['name']}>
        {(ids) => <Input {...ids} name="name" required autoFocus={isFirst} maxLength={100} autoComplete="off" />}
      </Field>
      <ErrorText text={message} />
      <Button type="submit" variant={isFirst ? 'strong' : 'plain'} isBusy={isBusy}>
        {t.session.newProject}
      </Button>
    </form>
  )
}

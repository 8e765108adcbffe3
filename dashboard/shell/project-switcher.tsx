import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, FolderOpen } from 'lucide-react'
import { t } from '../messages/index.js'
import { useProject } from '../session/project.js'
import { projectsQuery } from '../session/user.js'
import { Mark } from '../ui/mark.js'
import { Menu } from '../ui/menu.js'

/** The name of the project, which opens the list of the others; folded, the mark alone. */
export function ProjectSwitcher({ isFolded }: { isFolded?: boolean | undefined }) {
  const project = useProject()
  const { data: projects } = useQuery(projectsQuery)
  const navigate = useNavigate()
  const items = (projects ?? []).map(({ id, name }) => ({
    label: name,
    isChosen: id === project.id,
    onSelect: () => void navigate({ to: '/p/$projectId', params: { projectId: id } }),
  }))
  const all = { label: t.shell.allProjects, icon: FolderOpen, onSelect: () => void navigate({ to: '/projects' }) }
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t.shell.switchProject(project.name)}
          title={isFolded ? project.name : undefined}
          className="flex h-9 items-center gap-2 rounded-control px-2 text-left font-semibold hover:bg-raised"
        >
          <Mark />
          {!isFolded && (
            <>
              <span className="min-w-0 flex-1 truncate">{project.name}</span>
              <ChevronsUpDown aria-hidden size={16} className="text-muted" />
            </>
          )}
        </button>
      }
      groups={[{ label: t.shell.projects, items }, { items: [all] }]}
    />
  )
}

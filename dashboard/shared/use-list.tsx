import { Link } from '@tanstack/react-router'
import { useProjectId } from '../session/project.js'

/** A resource that uses another one. */
interface Use {
  id: string
  name: string
}

/** The kinds of resources that use others. */
export type UseKind = 'templates' | 'campaigns' | 'segments' | 'workflows'

/** The uses of one kind under a heading. */
export interface UsesOfKind {
  kind: UseKind
  heading: string
  uses: readonly Use[]
}

/** The uses of a resource by their kinds, as links. A kind without uses is left out. */
export function UseList({ kinds }: { kinds: readonly UsesOfKind[] }) {
  return (
    <div className="flex flex-col gap-3">
      {kinds
        .filter(({ uses }) => uses.length > 0)
        .map(({ kind, heading, uses }) => (
          <section key={kind}>
            <h3 className="font-medium">{heading}</h3>
            <ul className="mt-1 flex flex-col gap-1">
              {uses.map((one) => (
                <li key={one.id} className="min-w-0 break-words">
                  <UseLink kind={kind} use={one} />
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}

function UseLink({ kind, use: { id, name } }: { kind: UseKind; use: Use }) {
  const projectId = useProjectId()
  const className = 'text-accent underline-offset-2 hover:underline'
  switch (kind) {
    case 'templates':
      return (
        <Link to="/p/$projectId/templates/$templateId" params={{ projectId, templateId: id }} className={className}>
          {name}
        </Link>
      )
    case 'campaigns':
      return (
        <Link to="/p/$projectId/campaigns/$campaignId" params={{ projectId, campaignId: id }} className={className}>
          {name}
        </Link>
      )
    case 'segments':
      return (
        <Link to="/p/$projectId/segments/$segmentId" params={{ projectId, segmentId: id }} className={className}>
          {name}
        </Link>
      )
    default:
      return (
        <Link to="/p/$projectId/workflows/$workflowId" params={{ projectId, workflowId: id }} className={className}>
          {name}
        </Link>
      )
  }
}

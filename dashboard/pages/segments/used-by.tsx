import { Link } from '@tanstack/react-router'
import type { Answer } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'

type Usage = Answer<'GET /segments/:id/usage'>

const KINDS = ['campaigns', 'segments', 'workflows'] as const

/** The number of uses of a segment, in a few words. */
export function usageWords(usage: Usage): string {
  const words = KINDS.filter((kind) => usage[kind].length > 0).map((kind) =>
    t.segments.usesOf[kind](usage[kind].length),
  )
  return words.length > 0 ? words.join(', ') : t.segments.unused
}

/** Whether anything needs a segment. */
export function isUsed(usage: Usage): boolean {
  return KINDS.some((kind) => usage[kind].length > 0)
}

/** The uses of a segment, as links. */
export function UsedBy({ usage }: { usage: Usage }) {
  return (
    <div className="flex flex-col gap-3">
      {KINDS.filter((kind) => usage[kind].length > 0).map((kind) => (
        <section key={kind}>
          <h3 className="font-medium">{t.segments.uses[kind]}</h3>
          <ul className="mt-1 flex flex-col gap-1">
            {usage[kind].map((one) => (
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

function UseLink({ kind, use: { id, name } }: { kind: (typeof KINDS)[number]; use: { id: string; name: string } }) {
  const projectId = useProjectId()
  const className = 'text-accent underline-offset-2 hover:underline'
  switch (kind) {
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

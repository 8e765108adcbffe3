import { Link } from '@tanstack/react-router'
import { useProjectId } from '../session/project.js'
import type { Column } from '../ui/data-table.js'

interface Named {
  /** An event has its name alone. */
  id?: string
  name: string
}

/** The kinds of records whose tables begin with a name that leads to its page. */
export type NamedKind = 'campaign' | 'event' | 'segment' | 'template' | 'workflow'

/** The first column of a table of named records: the name, as a link to the page of the record. */
export function nameColumn<Row extends Named>(kind: NamedKind, head: string): Column<Row> {
  return { id: 'name', head, isWrapped: true, cell: (row) => <NameLink kind={kind} row={row} /> }
}

function NameLink({ kind, row: { name, id = name } }: { kind: NamedKind; row: Named }) {
  const projectId = useProjectId()
  const link = { className: 'line-clamp-2 font-medium underline-offset-2 hover:underline', children: name }
  if (kind === 'event') return <Link {...link} to="/p/$projectId/events" params={{ projectId }} search={{ name: id }} />
  if (kind === 'campaign') {
    return <Link {...link} to="/p/$projectId/campaigns/$campaignId" params={{ projectId, campaignId: id }} />
  }
  if (kind === 'segment') {
    return <Link {...link} to="/p/$projectId/segments/$segmentId" params={{ projectId, segmentId: id }} />
  }
  if (kind === 'template') {
    return <Link {...link} to="/p/$projectId/templates/$templateId" params={{ projectId, templateId: id }} />
  }
  return <Link {...link} to="/p/$projectId/workflows/$workflowId" params={{ projectId, workflowId: id }} />
}

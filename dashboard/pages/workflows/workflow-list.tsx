import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { t } from '../../messages/index.js'
import { useNewDialog } from '../../shared/named-list/use-new-dialog.js'
import { Button } from '../../ui/button.js'
import { PageHeader, Panel } from '../../ui/panel.js'
import { NewWorkflowDialog } from './new-workflow-dialog.js'
import { WorkflowFilterBar } from './workflow-filter-bar.js'
import { WorkflowRows } from './workflow-rows.js'

const route = getRouteApi('/p/$projectId/workflows')

/** The workflows of the project: what starts each, whether it is enabled, and how its executions fare. */
export function WorkflowListPage() {
  const { isNew } = route.useSearch()
  const dialog = useNewDialog({ id: 'new workflow', title: t.workflows.create })
  return (
    <>
      <PageHeader title={t.workflows.title}>
        <Button variant="strong" icon={Plus} onClick={dialog.open}>
          {t.workflows.create}
        </Button>
      </PageHeader>
      <WorkflowFilterBar />
      <Panel>
        <WorkflowRows onCreate={dialog.open} />
      </Panel>
      {isNew && <NewWorkflowDialog onClose={dialog.close} />}
    </>
  )
}

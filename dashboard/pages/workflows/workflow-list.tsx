import { t } from '../../messages/index.js'
import { PageHeader } from '../../ui/panel.js'

/** A page to come. */
export function WorkflowListPage() {
  return <PageHeader title={t.shell.workflows} />
}

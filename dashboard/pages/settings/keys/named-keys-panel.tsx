import { useMemo, useState } from 'react'
import { KeyRound, Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/query.js'
import { useCommands, type Command } from '../../../commands/registry.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { Failure } from '../../../shared/failure.js'
import { Button } from '../../../ui/button.js'
import { EmptyState } from '../../../ui/empty-state.js'
import { Panel } from '../../../ui/panel.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { NamedKey } from './named-key.js'
import { NewKeyDialog } from './new-key-dialog.js'

/** The keys that each serve one program, with a scope of their own. */
export function NamedKeysPanel() {
  const projectId = useProjectId()
  const [isCreating, setCreating] = useState(false)
  const { data: keys, error, refetch } = useQuery(read('GET /projects/:id/keys', { params: { id: projectId } }))
  useCommands(
    useMemo(
      (): Command[] => [
        { id: 'new key', title: t.settings.newKey, group: 'page', keys: 'c', run: () => setCreating(true) },
      ],
      [],
    ),
  )
  const add = (
    <Button icon={Plus} onClick={() => setCreating(true)}>
      {t.settings.newKey}
    </Button>
  )
  return (
    <Panel title={t.settings.namedKeys} action={keys && keys.length > 0 && add}>
      {keys?.length === 0 && (
        <EmptyState
          heading="h3"
          icon={KeyRound}
          sketch="records"
          title={t.settings.noKeys}
          text={t.settings.noKeysText}
        >
          {add}
        </EmptyState>
      )}
      {keys && keys.length > 0 && (
        <ul aria-label={t.settings.namedKeys} className="divide-y divide-line">
          {keys.map((key) => (
            <NamedKey key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      {!keys && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={2} />)}
      {isCreating && <NewKeyDialog onClose={() => setCreating(false)} />}
    </Panel>
  )
}

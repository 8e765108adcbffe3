import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.js'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { describeError } from '../../shared/failure.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { TextLink } from '../../ui/link.js'
import { toast } from '../../ui/toast.js'
import { dropDomain, type Domain } from './domains-query.js'
import { usesIn, type DomainUses } from './domain-uses.js'

interface RemoveDomainProps {
  domain: Domain
  isOpen: boolean
  onClose: () => void
}

/** Asks before a domain is removed; the API refuses it while mail is sent from it, and says by what. */
export function RemoveDomain({ domain: { id, projectId, domain }, isOpen, onClose }: RemoveDomainProps) {
  const navigate = useNavigate()
  const [uses, setUses] = useState<DomainUses | null>(null)
  const remove = async (): Promise<void> => {
    try {
      await call('DELETE /domains/:id', { projectId, params: { id } })
    } catch (error) {
      setUses(error instanceof ApiError && error.code === 'CONFLICT' ? usesIn(error.details) : null)
      throw error
    }
    toast(t.domains.removed)
    await navigate({ to: '/p/$projectId/domains', params: { projectId } })
    dropDomain(projectId, id)
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.domains.removeTitle(domain)}
      text={t.domains.removeText}
      action={t.domains.remove}
      onConfirm={remove}
      describeError={describeError}
      nameToType={domain}
    >
      {uses && <Uses projectId={projectId} uses={uses} />}
    </ConfirmDialog>
  )
}

function Uses({ projectId, uses: { templates, campaigns, workflows } }: { projectId: string; uses: DomainUses }) {
  const links = [
    ...templates.map(({ id, name }) => (
      <TextLink key={id} to="/p/$projectId/templates/$templateId" params={{ projectId, templateId: id }}>
        {name}
      </TextLink>
    )),
    ...campaigns.map(({ id, name }) => (
      <TextLink key={id} to="/p/$projectId/campaigns/$campaignId" params={{ projectId, campaignId: id }}>
        {name}
      </TextLink>
    )),
    ...workflows.map(({ id, name }) => (
      <TextLink key={id} to="/p/$projectId/workflows/$workflowId" params={{ projectId, workflowId: id }}>
        {name}
      </TextLink>
    )),
  ]
  return (
    <div>
      <p>{t.domains.usedBy}</p>
      <ul className="list-disc pl-5">
        {links.map((link) => (
          <li key={link.key} className="min-w-0 break-words">
            {link}
          </li>
        ))}
      </ul>
    </div>
  )
}

import type { ReactNode } from 'react'
import { linkOptions } from '@tanstack/react-router'
import { useProjectId } from '../session/project.js'
import { TextLink } from '../ui/link.js'
import type { AttentionTarget } from './attention.js'

interface AttentionLinkProps {
  target: AttentionTarget
  children: ReactNode
  onClick?: (() => void) | undefined
}

/** The link to an issue that needs attention. */
export function AttentionLink({ target, children, onClick }: AttentionLinkProps) {
  const projectId = useProjectId()
  return (
    <TextLink {...wayTo(target, projectId)} onClick={onClick} className="min-w-0 break-words">
      {children}
    </TextLink>
  )
}

/** The page of an issue, for a link or for navigation. */
export function wayTo(target: AttentionTarget, projectId: string) {
  switch (target.page) {
    case 'executions':
      return linkOptions({
        to: '/p/$projectId/workflows/$workflowId/executions',
        params: { projectId, workflowId: target.workflowId },
        search: { status: 'FAILED' },
      })
    case 'domain':
      return linkOptions({ to: '/p/$projectId/domains/$domainId', params: { projectId, domainId: target.domainId } })
    case 'analytics':
      return linkOptions({ to: '/p/$projectId/analytics', params: { projectId } })
    case 'settings':
      return linkOptions({ to: '/p/$projectId/settings', params: { projectId } })
    default:
      return target satisfies never
  }
}

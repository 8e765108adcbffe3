import type { ReactNode } from 'react'
import { useProjectId } from '../session/project.js'
import { TextLink } from '../ui/link.js'
import type { AttentionTarget } from './attention.js'

interface AttentionLinkProps {
  target: AttentionTarget
  children: ReactNode
  onClick?: (() => void) | undefined
}

/** The way to what somebody should look at. */
export function AttentionLink({ target, children, onClick }: AttentionLinkProps) {
  const projectId = useProjectId()
  const rest = { onClick, className: 'min-w-0 break-words' }
  switch (target.page) {
    case 'executions': {
      const { workflowId } = target
      return (
        <TextLink
          {...rest}
          to="/p/$projectId/workflows/$workflowId/executions"
          params={{ projectId, workflowId }}
          search={{ status: 'FAILED' }}
        >
          {children}
        </TextLink>
      )
    }
    case 'domain': {
      const { domainId } = target
      return (
        <TextLink {...rest} to="/p/$projectId/domains/$domainId" params={{ projectId, domainId }}>
          {children}
        </TextLink>
      )
    }
    case 'analytics':
    case 'settings':
      return (
        <TextLink {...rest} to={`/p/$projectId/${target.page}`} params={{ projectId }}>
          {children}
        </TextLink>
      )
    default:
      return target satisfies never
  }
}

import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { join } from './join.js'

function Anchor(props: ComponentProps<'a'>) {
  return (
    <a {...props} className={join('font-medium text-accent underline-offset-2 hover:underline', props.className)} />
  )
}

/** A link to another page of the dashboard. */
export const TextLink = createLink(Anchor)

/** A link out of the dashboard. */
export function OuterLink(props: ComponentProps<'a'>) {
  return <Anchor {...props} rel="noopener noreferrer" />
}

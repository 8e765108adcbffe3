import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { LoaderCircle, type LucideIcon } from 'lucide-react'
import { join } from './join.js'

const VARIANTS = {
  strong: 'bg-accent text-on-accent border-transparent shadow-control hover:opacity-90',
  plain: 'bg-surface text-ink border-edge shadow-control hover:bg-raised',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-raised',
  danger: 'bg-surface text-bad border-bad hover:bg-raised',
}

const SHAPE =
  'inline-flex h-8 items-center justify-center gap-2 rounded-control border px-3 font-medium whitespace-nowrap'

type ButtonProps = Omit<ComponentProps<'button'>, 'type'> & {
  variant?: keyof typeof VARIANTS
  type?: 'button' | 'submit'
  icon?: LucideIcon
  /** The work of the button goes on: it cannot be pressed again, and keeps its size. */
  isBusy?: boolean
}

/** A button; `strong` is for the one action that a page is there for. */
export function Button({ variant = 'plain', type = 'button', icon: Icon, isBusy, children, ...rest }: ButtonProps) {
  const Shown = isBusy ? LoaderCircle : Icon
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- the properties allow these two alone
      type={type}
      disabled={rest.disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={join(SHAPE, 'disabled:cursor-default disabled:opacity-60', VARIANTS[variant], rest.className)}
    >
      {Shown && <Shown aria-hidden size={16} className={join('shrink-0', isBusy && 'animate-spin')} />}
      {children}
    </button>
  )
}

type ButtonLinkProps = ComponentProps<'a'> & { icon?: LucideIcon; variant?: keyof typeof VARIANTS }

/** A link that opens a page and stands among buttons; it can be opened in another tab. */
export const ButtonLink = createLink(function Anchor({
  icon: Icon,
  variant = 'plain',
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <a {...rest} className={join(SHAPE, VARIANTS[variant], rest.className)}>
      {Icon && <Icon aria-hidden size={16} />}
      {children}
    </a>
  )
})

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & { icon: LucideIcon; label: string }

/** A button with an icon alone; its label is read out, and shown while the pointer rests on it. */
export function IconButton({ icon: Icon, label, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className={join(
        'inline-flex size-8 items-center justify-center rounded-control text-muted hover:bg-raised hover:text-ink',
        'disabled:cursor-default disabled:opacity-60',
        rest.className,
      )}
    >
      <Icon aria-hidden size={16} />
    </button>
  )
}

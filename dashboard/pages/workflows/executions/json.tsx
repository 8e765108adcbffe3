/** A value as JSON, as text alone. */
export function Json({ label, value }: { label: string; value: unknown }) {
  return (
    <pre
      role="region"
      aria-label={label}
      // A scrolled region is reached by the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-control border border-line bg-canvas px-3 py-2 font-mono text-mono break-words whitespace-pre-wrap"
    >
      {JSON.stringify(value, null, 2)}
    </pre>
  )
}

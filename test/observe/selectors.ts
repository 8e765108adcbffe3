/** A metric with its matchers, as a PromQL expression names it. */
export interface Selector {
  text: string
  metric: string
  matchers: { label: string; values: string }[]
}

// PromQL's parser is Prometheus' own. Here every name of a metric has a prefix of these, and no label has.
const SELECTOR =
  /\b(posthorn_\w+|nodejs_\w+|process_\w+_(?:bytes|total)|temporal_\w+|service_\w+|persistence_\w+|approximate_\w+|up|ALERTS)\b(\{[^}]*\})?/g
const MATCHER = /(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g

/** The metrics that an expression asks for. */
export function selectorsOf(expr: string): Selector[] {
  const withoutGroupings = expr.replaceAll(/\b(?:by|on|without|ignoring) \([^)]*\)/g, '')
  return [...withoutGroupings.matchAll(SELECTOR)]
    .filter(([, name]) => name !== 'service_name')
    .map(([text, metric = '', braces = '']) => ({
      text,
      metric,
      matchers: [...braces.matchAll(MATCHER)].map(([, label = '', values = '']) => ({ label, values })),
    }))
}

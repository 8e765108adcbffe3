/**
 * Makes an element. Children are elements or text; text never becomes markup.
 * @param {string} tag
 * @param {Record<string, string | boolean | ((event: Event) => void)>} [attributes] a function listens
 * @param {...(Node | string)} children
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name, value)
    else if (value !== false) node.setAttribute(name, String(value))
  }
  node.append(...children)
  return node
}

/** The time of day for today, the date for before. */
export function formatTime(iso) {
  const date = new Date(iso)
  const isToday = date.toDateString() === new Date().toDateString()
  return isToday
    ? date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString([], { day: 'numeric', month: 'short' })
}

export function formatSize(sizeBytes) {
  if (sizeBytes < 1024) return `${sizeBytes} B`
  if (sizeBytes < 1024 ** 2) return `${Math.round(sizeBytes / 1024)} KB`
  return `${(sizeBytes / 1024 ** 2).toFixed(1)} MB`
}

/** A formatted number with its noun: `1 contact`, `2,000 contacts`. */
export const counted = (shown: string, noun: string): string => (shown === '1' ? `1 ${noun}` : `${shown} ${noun}s`)

/** The texts around a message that is shown as its recipient sees it. */
export const mail = {
  remote: (count: number, shown: string) =>
    count === 1
      ? '1 remote image is blocked to protect privacy.'
      : `${shown} remote images are blocked to protect privacy.`,
  loadRemote: 'Load remote images',
  links: (count: number, shown: string) => (count === 1 ? '1 link' : `${shown} links`),
  linksHint: 'Links are disabled in this preview. They lead to:',
  noText: '(no text)',
  width: 'Width',
  widths: { '375': 'Phone', '600': 'Desktop', full: 'Full' },
  scheme: 'Color scheme',
  schemes: { light: 'Light', dark: 'Dark' },
}

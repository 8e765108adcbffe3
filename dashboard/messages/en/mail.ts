/** The texts around a message that is shown as its recipient sees it. */
export const mail = {
  remote: (count: number, shown: string) =>
    count === 1
      ? 'An image of another server is not loaded: that server would learn of it.'
      : `${shown} images of other servers are not loaded: these servers would learn of it.`,
  loadRemote: 'Load remote images',
  links: (count: number, shown: string) => (count === 1 ? '1 link' : `${shown} links`),
  linksHint: 'Links of a shown message lead nowhere. These are their addresses:',
  noText: '(no text)',
  width: 'Width',
  widths: { '375': 'Phone', '600': 'Mail', full: 'Full' },
  scheme: 'Colours of the recipient',
  schemes: { light: 'Light', dark: 'Dark' },
}

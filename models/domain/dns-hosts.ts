// The ends of the names of name servers that a host of DNS gives to the zones of its customers.
const HOSTS = {
  cloudflare: /\.ns\.cloudflare\.com$/,
  route53: /(^|\.)awsdns-\d+\.(com|net|org|co\.uk)$/,
  googleCloud: /\.googledomains\.com$/,
  azure: /\.azure-dns\.(com|net|org|info)$/,
  digitalOcean: /\.digitalocean\.com$/,
  goDaddy: /\.domaincontrol\.com$/,
  namecheap: /\.registrar-servers\.com$/,
  porkbun: /\.(ns\.)?porkbun\.com$/,
  squarespace: /\.squarespacedns\.com$/,
  wix: /\.wixdns\.net$/,
  vercel: /\.vercel-dns\.com$/,
  hetzner: /\.(ns\.hetzner\.(com|de)|second-ns\.(com|de)|your-server\.de)$/,
  ionos: /\.ui-dns\.(com|org|de|biz)$/,
  ovh: /\.(ovh\.net|anycast\.me)$/,
  gandi: /\.gandi\.net$/,
} as const

/** A company that many people have their DNS at. */
export type DnsHost = keyof typeof HOSTS

const NAMES = Object.keys(HOSTS) as DnsHost[]

/** The host of a zone by the names of its name servers; null for one that is not known, and for several ones. */
export function dnsHostOf(nameServers: readonly string[]): DnsHost | null {
  const hosts = new Set(nameServers.map((server) => NAMES.find((name) => HOSTS[name].test(server.toLowerCase()))))
  const [host] = hosts
  return hosts.size === 1 && host !== undefined ? host : null
}

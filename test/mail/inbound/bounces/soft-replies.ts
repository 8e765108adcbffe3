import { readReplies } from './labelled-reply.js'

/** Replies of servers that say nothing final about the mailbox, by who wrote them. */
export const SOFT = readReplies(`
  postfix | 5.7.1 | T | smtp; 554 5.7.1 <ann@example.com>: Relay access denied
  postfix | 5.1.8 | T | smtp; 550 5.1.8 <b@bounces.example.org>: Sender address rejected: Domain not found
  postfix | 5.7.1 | T | smtp; 554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org
  postfix | 5.4.4 | T | X-Postfix; Name service error for name=slow.example type=MX: Malformed or unexpected name server reply
  postfix | 5.1.1 | T | smtp; 450 4.1.1 <ann@example.com>: Recipient address rejected: User unknown
  postfix | 4.4.7 | T | X-Postfix; delivery temporarily suspended: connect to mx.example.com[192.0.2.9]:25: Connection timed out
  postfix | 5.2.2 | F | smtp; 552 5.2.2 <ann@example.com>: user is over quota
  postfix verify | 5.1.1 | F | smtp; 550 5.1.1 <ann@example.com>: Recipient address rejected: undeliverable address: host mail.example.com[192.0.2.9] said: 452 4.2.2 mailbox full (in reply to RCPT TO command)
  postfix verify | 5.1.1 | T | smtp; 550 5.1.1 <ann@example.com>: Recipient address rejected: undeliverable address: host mail.example.com[192.0.2.9] said: 550 5.7.1 listed by a DNSBL (in reply to RCPT TO command)
  sendmail | 5.1.1 | F | SMTP; 552 5.2.2 Over quota
  sendmail | 5.1.1 | T | SMTP; 550 5.7.1 IP address blacklisted by recipient
  sendmail | 5.1.1 | T DATA | SMTP; 550 Unknown user ann@example.jp
  sendmail | 5.0.0 | T | SMTP; 552 5.3.4 Message is too large
  sendmail | 5.1.1 | F | SMTP; 452 4.2.2 Over quota
  sendmail | 5.1.1 | T | SMTP; 553 5.3.0 Spam blocked see: http://spamblock.example/abc
  exim | 5.0.0 | T | smtp; 550-Verification failed for <b@bounces.example.org> 550 Sender verify failed
  exim | 5.0.0 | T | smtp; 550 rejected because 192.0.2.1 is in a black list at zen.spamhaus.org
  exim | 5.0.0 | F | smtp; 552 5.2.2 mailbox is full
  exim | 5.0.0 | T | smtp; 550 retry timeout exceeded
  exim | 5.0.0 | F | smtp; 550-The mail server could not deliver mail to ann@example.com. 550 Mailbox quota exceeded
  exim | 5.0.0 | T | smtp; 550 relay not permitted
  exim | 5.0.0 | T | smtp; 451 Temporary local problem - please try later
  opensmtpd | 5.7.1 | T | smtp; 550 5.7.1 Delivery not authorized, message refused
  courier | 5.0.0 | F | smtp; 552 Mailbox full
  courier | 5.0.0 | T | smtp; 517 SPF fail b@bounces.example.org: Address does not pass the Sender Policy Framework
  courier | 5.0.0 | F | unknown; Maildir over quota: insufficient disk space
  qmail | 5.0.0 | T | smtp; 553 sorry, that domain isn't in my list of allowed rcpthosts: relaying denied (#5.7.1)
  qmail | 5.0.0 | T | smtp; 552 sorry, that message size exceeds my databytes limit (#5.3.4)
  Microsoft 365 | 5.7.1 | T | smtp;550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy
  Microsoft 365 | 5.4.14 | T | smtp;550 5.4.14 Hop count exceeded - possible mail loop ATTR34
  Microsoft 365 | 5.7.606 | T | smtp;550 5.7.606 Access denied, banned sending IP [192.0.2.1]. To request removal visit https://sender.office.example/
  Microsoft 365 | 5.7.129 | T | smtp;550 5.7.129 RESOLVER.RST.RestrictedToRecipientsPermission; not authorized to send to recipient because the sender isn't on the recipient's allowed senders list
  Microsoft 365 | 5.2.2 | F | smtp;554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException
  Microsoft 365 | 5.0.350 | F | smtp;550 5.0.350 Remote server returned an error -> 552 5.2.2 over quota
  Microsoft 365 | 5.7.1 | T | smtp;550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus (AS16012609)
  Microsoft 365 | 5.7.133 | T | smtp;550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required
  Exchange 2007 | 5.2.3 | T | smtp;550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient
  Exchange 2010 | 4.4.7 | T | smtp;550 4.4.7 QUEUE.Expired; message expired
  Exchange 2003 | 5.7.1 | T | -
  Outlook.com | 5.5.0 | T | smtp;550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140).
  Outlook.com | 5.5.0 | T | smtp;550 SC-001 Mail rejected by Outlook for policy reasons. Reasons for rejection may be related to content with spam-like characteristics or IP/domain reputation.
  Outlook.com | 5.5.0 | T | smtp;550 OU-002 Mail rejected for policy reasons: mailbox unavailable
  Outlook.com | 5.2.2 | F | smtp; 552 5.2.2 This message is larger than the current system limit or the recipient's mailbox is full. [BL2]
  Gmail | 5.2.1 | T | smtp; 550-5.2.1 The user you are trying to contact is receiving mail at a rate that 550-5.2.1 prevents additional messages from being delivered. For more 550 5.2.1 information, please visit https://support.google.com/mail/?p=ReceivingRatePerm
  Gmail | 5.2.2 | F | smtp; 552-5.2.2 The email account that you tried to reach is over quota. Please direct 552 5.2.2 the recipient to https://support.google.com/mail/?p=OverQuotaPerm
  Gmail | 4.2.1 | T | smtp; 450-4.2.1 The user you are trying to contact is receiving mail at a rate
  Gmail | 5.7.1 | T | smtp; 550-5.7.1 [192.0.2.1 12] Our system has detected that this message is likely unsolicited mail
  Gmail | 5.7.26 | T | smtp; 550-5.7.26 Unauthenticated email from example.net is not accepted due to domain's DMARC policy
  Gmail | 5.7.1 | T | smtp; 550-5.7.1 [192.0.2.1] The IP you're using to send mail is not authorized to send email directly to our servers
  Google Workspace | 5.7.0 | T | smtp; 552-5.7.0 This message was blocked because its content presents a potential security issue
  Yahoo | 5.7.9 | T | smtp; 554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.example/error-codes
  Yahoo | 5.0.0 | F DATA | smtp; 554 delivery error: dd Sorry, your message to ann@example.com cannot be delivered. This mailbox is over quota [#552]. - mta4
  Yahoo | 5.0.0 | T | smtp; 553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in Spamhaus's list
  Yahoo | 4.7.0 | T | smtp; 421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints
  AOL | 5.0.0 | T | smtp; 554 5.7.1 (RTR:BL) The IP address has been blocked due to a spike in unfavorable e-mail statistics
  Mail.ru | 5.0.0 | T DATA | smtp; 550 spam message rejected. Please visit http://help.mail.example/notspam-support/id?c=abc or report details to abuse@corp.mail.example
  Mail.ru | 5.0.0 | F | smtp; 550 Message was not accepted -- invalid mailbox.  Local mailbox ann@mail.example is unavailable: quota exceeded
  Yandex | 5.7.1 | T DATA | smtp; 554 5.7.1 [1] Message rejected under suspicion of SPAM; https://ya.example/spam
  Zoho | 5.0.0 | F | smtp; 552 user quota exceeded
  GMX | 5.0.0 | T | smtp; 554-Transaction failed 554-Reject due to policy restrictions. 554 For explanation visit http://postmaster.gmx.example/en/error-messages?ip=192.0.2.1
  GMX | 5.0.0 | F | smtp; 552 Mailbox quota exceeded (ann@example.com)
  T-Online | 5.0.0 | T | smtp; 554 IP=192.0.2.1 - A problem occurred. Ask your postmaster for help or to contact tosa@rx.t-online.example for reputation
  NetEase | 5.0.0 | T DATA | smtp; 554 DT:SPM mx12, please see http://mail.163.example/help/help_spam_16.htm?ip=192.0.2.1 spam
  NetEase | 5.0.0 | F | smtp; 552 Requested mail action aborted: exceeded mailsize limit, mailbox full
  QQ | 5.0.0 | T DATA | smtp; 550 Mail content denied. http://service.mail.example/cgi-bin/help?subtype=1&&id=20022 spam
  QQ | 5.0.0 | T | smtp; 550 Ip frequency limited: rate limit exceeded
  La Poste | 5.0.0 | T | smtp; 550 5.5.0 Service refuse. Veuillez essayer plus tard. service refused, please try later. LPN007_510
  Orange | 5.0.0 | T | smtp; 550 mwinf5c04 ME Adresse IP source bloquee pour incident de spam. Client host blocked for spamming issues. OFR006_104 [104]
  SFR | 5.0.0 | T | smtp; 550 5.7.1 Service refused, SPF fail
  Free | 5.0.0 | T DATA | smtp; 550 spam detected
  Libero | 5.0.0 | T | smtp; 550 5.7.1 rejected: message content considered spam
  MessageLabs | 5.0.0 | T | smtp; 501 Connection rejected by policy [7.7] 20903, please visit www.messagelabs.example/support
  MessageLabs | 5.0.0 | T | smtp; 553-Message filtered. Refer to the Troubleshooting page
  Cisco ESA | 5.0.0 | F | smtp; 5.1.0 - Unknown address error 550-'5.2.2 <ann@example.jp>... Mailbox Full' (delivery attempts: 0)
  Cisco ESA | 5.0.0 | T | smtp; 5.1.0 - Unknown address error 550-'5.7.1 Mail from 192.0.2.1 refused - see http://www.barracudacentral.org/rbl' (delivery attempts: 0)
  Cisco ESA | 5.0.0 | T | smtp; 5.3.0 - Other mail system problem 554-'Your access to this mail system has been rejected due to the sending MTA\\'s poor reputation' (delivery attempts: 0)
  Cisco ESA | 5.4.7 | T | smtp; 5.4.7 - Delivery expired (message too old) 'timeout' (delivery attempts: 12)
  Amazon SES | 5.3.4 | T | smtp; 552 5.3.4 message size exceeds limit
  GoDaddy | 5.1.1 | T | smtp; 550 5.1.1 <ann@example.com> Sender rejected. IB506 <http://x.godaddy.example/bounces/IB506>
  GoDaddy | 5.1.1 | T | smtp; 554 5.1.1 IB103. Connection refused. 192.0.2.1 has a poor reputation
  GoDaddy | 5.1.1 | T | smtp; 550 5.1.1 IB705 Virus detected
  GoDaddy | 5.1.1 | T | smtp; 550 5.1.1 <ann@example.com> - 203.0.113.1 has sent to too many recipients this hour. IB607
  Cox | 5.1.0 | T | smtp; 550 5.1.0 192.0.2.1 is not allowed to send from <example.net> per its SPF Record. Please see http://x.cox.example/policy
  Cox | 5.1.0 | T | smtp; 550 5.1.0 <b@bounces.example.org> sender rejected. Please see http://x.cox.example/
  Cox | 5.1.0 | T | smtp; 550 5.1.0 MailFrom domain is listed in Spamhaus. Refer to http://www.spamhaus.org/dbl
  Comcast | 5.2.0 | T DATA | smtp; 550 5.2.0 Message rejected due to spam content
  Comcast | 5.7.1 | T | smtp; 554 5.7.1 PTR1000: PTR lookup failure
  Charter | 5.0.0 | T | smtp; 550 AUP#In-1390: rate limit reached
  AT&T | 5.7.1 | T | smtp; 553 5.3.0 flpd123 DNSBL:ATTRBL 521< 192.0.2.1 >_is_blocked. For assistance forward this error to abuse_rbl@abuse-att.example
  Facebook | 5.1.1 | T | smtp; 550 5.1.1 RCP-P2 http://postmaster.facebook.example/response_codes?ip=192.0.2.1#rcp-p2 Refused due to recipient preferences
  docomo | 5.0.0 | T DATA | smtp; 550 Unknown user ann@example.jp
  docomo | 5.0.0 | T | smtp; 552 too many recipients
  KDDI | 5.0.0 | T DATA | smtp; 550 : User unknown
  KDDI | 5.2.0 | T DATA | smtp; 550 Recipient rejected
  SoftBank | 5.0.0 | T DATA | smtp; 550 Invalid recipient: <ann@example.jp>
  McAfee | 5.7.0 | T | smtp; 554 5.7.0 reject, id=1234 - virus infected
  Domino | 5.7.1 | T | X-Notes; Delivery time expired
  PowerMTA | 4.4.7 (delivery time expired) | T | -
  PowerMTA | 5.7.1 (delivery not authorized) | T | smtp;550 5.7.1 DKIM verification failed
  PowerMTA | 5.2.2 (mailbox full) | F | smtp;552 mailbox full
  Oracle | 5.0.0 (Remote SMTP server has rejected address) | T | smtp;550 rejected: sender blocked
  Barracuda | 5.7.1 | T | smtp; 554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using Barracuda Reputation; http://www.barracudanetworks.example/reputation/?r=1&ip=192.0.2.1
  Barracuda | 5.0.0 | T | smtp; 550 http://www.barracudacentral.org/rbl/removal-request?address=192.0.2.1
  Barracuda | 5.1.1 | T | smtp; 550 5.1.1 http://bbl.barracudacentral.org/q.cgi?ip=192.0.2.1
  Proofpoint | 5.7.1 | T | smtp; 554 5.7.1 blocked - see https://ipcheck.proofpoint.example/?ip=192.0.2.1
  Mimecast | 5.0.0 | T DATA | smtp; 554 Email rejected due to security policies - https://community.mimecast.example/docs
  Mimecast | 5.0.0 | T | smtp; 550 csi.mimecast.org Poor Reputation Sender. - https://community.mimecast.example
  Trend Micro | 5.7.1 | T | smtp; 550 5.7.1 Mail from 192.0.2.1 deferred using Trend Micro Email Reputation database
  Kerio | 5.7.1 | T DATA | smtp; 550 5.7.1 Attachment type not allowed
  MDaemon | 5.0.0 | F | smtp; 552 Mailbox for ann@example.com is full
  hMailServer | 5.0.0 | T | smtp; 550 Delivery is not allowed to this address: relaying denied
  Zimbra | 5.2.2 | F | smtp; 552 5.2.2 Over quota
  iCloud | 5.7.1 | T | smtp; 550 5.7.1 [CS01] Message rejected due to local policy
  iCloud | 5.2.2 | F | smtp; 552 5.2.2 <ann@example.com>: user is over quota
  Seznam | 5.0.0 | T | smtp; 550 5.7.1 Email not accepted, too many messages per hour
  UOL | 5.0.0 | T | smtp; 550 5.7.1 DMARC check failed
  Rediff | 5.0.0 | F | smtp; 552 Mailbox disk quota exceeded
  Naver | 5.0.0 | T | smtp; 550 5.7.1 Access temporarily restricted
  DragonFly | 5.0.0 | T | smtp; 550 5.7.1 greylisted
  IMail | 5.0.0 | F | smtp; 552 user mailbox exceeds allowed size
  OVH | 5.0.0 | T | smtp; 550 5.7.1 spam-content blocked
  Rackspace | 5.0.0 | T | smtp; 554 5.7.1 ACL dns_rbl; Client host [192.0.2.1] blocked using ix.dnsbl.example=127.0.0.2
  Strato | 5.0.0 | F | smtp; 552 Quota exceeded (mailbox for user is full)
  KPN | 5.0.0 | T | smtp; 550 reverse DNS entry for your host 192.0.2.1 is missing
  any | 5.0.0 | T | smtp; 550 Account temporary locked
  any | 5.1.1 | T | smtp; 550 5.1.1 This account has been suspended
  any | 5.0.0 | T | smtp; 554 <b@bounces.example.org>: Helo command rejected: need fully-qualified hostname
  any | 5.1.1 | T | smtp; 550 5.1.1 bulk mail refused: sender unauthenticated
  any | 5.1.7 | T | smtp; 550 5.1.7 Invalid address
  any | 5.1.1 | T | smtp; 550 5.1.1 https://mail.example.com/refused
  any | 5.1.2 | T | smtp; 550 5.1.2 High probability of spam
  any | 5.4.6 | T | smtp; 554 5.4.6 Too many hops
  any | 5.3.0 | T | smtp; 554 5.3.0 Something is broken
  any | 5.0.0 | F | smtp; 550 not enough disk space for this user
  any | 5.2.1 | T | smtp; 550 5.2.1 blacklisted
  any | 5.0.0 | T MAIL | smtp; 550 User unknown
  a program | 5.0.0 | T | X-Postfix; Failed to read response template /home/users/ann/away.txt: No such file or directory
  a program | 5.3.0 | T | X-Unix; procmail: Couldn't create "/var/mail/users/ann": no such user directory, database not found
  a program | 5.0.0 | T | smtp; 550 SQL error: Unknown column 'user' in field list
  a program | 5.0.0 | T | smtp; 550 Database error: Table 'users' does not exist
  a program | 5.0.0 | T | smtp; 554 local delivery agent exited with status 75: user database not found
  a program | 5.0.0 | T | x-unix; Command died with status 127: "/usr/local/bin/deliver ann". Command output: script not found for user
  any | 5.0.0 | T | smtp; 550 your account has been disabled for sending
  any | 5.0.0 | T | smtp; 550 Mailbox disabled for the moment, try again later
`)

/** What says nothing that can be used. */
export const UNCLEAR = readReplies(`
  exim | 5.0.0 | U | -
  exim | 5.0.0 | U | smtp; 550 not today
  any | 5.1.0 | U | smtp; 550 5.1.0 Sorry
  any | 5.1.0 | U | -
  any | 5.4.1 | U | -
  any | 5.0.0 | U | smtp; 550 Access denied
  any | 5.5.0 | U | smtp; 554 5.5.0 Transaction failed
  Cisco ESA | 5.0.0 | U | smtp; 5.1.0 - Unknown address error 550-'Bad luck' (delivery attempts: 0)
  any | 5.0.0 | U | smtp; 554 <user-unknown@no-such-mailbox.example>: Transaction failed
  any | 5.0.0 | U | smtp; 554 mailbox-not-found.example.com Error
  any | 5.0.0 | U | smtp; 550 unknown senders are not accepted by this user
  any | 5.0.0 | U | smtp; 550 sender's mailbox does not exist
`)

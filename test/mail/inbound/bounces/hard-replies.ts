import { readReplies } from './labelled-reply.js'

/** Replies of servers that say that the address will never take mail, by who wrote them. */
export const HARD = readReplies(`
  postfix | 5.1.1 | P RCPT | smtp; 550 5.1.1 <ann@example.com>: Recipient address rejected: User unknown in local recipient table
  postfix | 5.1.1 | P | smtp; 550 5.1.1 <ann@example.com>: Recipient address rejected: User unknown in virtual mailbox table
  postfix | 5.1.1 | P | X-Postfix; unknown user: "ann"
  postfix | 5.4.4 | P | X-Postfix; Host or domain name not found. Name service error for name=nowhere.example type=AAAA: Host not found
  postfix | 5.1.2 | P | X-Postfix; bad address syntax
  postfix verify | 5.1.1 | P RCPT | smtp; 550 5.1.1 <ann@example.com>: Recipient address rejected: undeliverable address: host mail.example.com[192.0.2.9] said: 550 5.1.1 <ann@example.com>: User unknown (in reply to RCPT TO command)
  postfix verify | 5.0.0 | P RCPT | smtp; 550 <ann@example.com>: Recipient address rejected: undeliverable address: host mail.example.com[192.0.2.9] said: 550 No such user (in reply to RCPT TO command)
  sendmail | 5.1.1 | P RCPT | SMTP; 550 5.1.1 <ann@example.com>... User unknown
  sendmail | 5.0.0 | P RCPT | SMTP; 550 User unknown
  sendmail | 5.1.2 | P | DNS; nowhere.example: Host unknown
  sendmail | 5.1.1 | P | X-Unix; 67
  sendmail | 5.1.1 | P | SMTP; 553 5.3.0 <ann@example.com>... No such user here
  sendmail | 5.0.0 | P | SMTP; 554 RCPT (ann@example.com) dosn't exist
  exim | 5.0.0 | P | smtp; 550 5.1.1 <ann@example.com>: Recipient rejected
  exim | 5.0.0 | P | smtp; 550-The mailbox you wrote to is not known here 550 Unknown user
  exim | 5.0.0 | P | smtp; 550 No Such User Here"
  exim | 5.0.0 | P | smtp; 550 Unrouteable address
  exim | 5.0.0 | P | smtp; 550 unknown address
  exim | 5.0.0 | P | smtp; 550 Account ann@example.com does not exist
  exim | 5.0.0 | P | smtp; 550-Callout verification of the recipient: 550 no mailbox here by that name
  opensmtpd | 5.1.1 | P | smtp; 550 5.1.1 Invalid recipient: <ann@example.com>
  opensmtpd | 5.1.1 | P | smtp; 550 Invalid recipient
  opensmtpd | 5.1.1 | P | smtp; 550 5.1.1 Recipient not known
  courier | 5.0.0 | P | unknown; No such domain.
  courier | 5.0.0 | P | smtp; 550 User unknown.
  courier | 5.0.0 | P | smtp; 550 User <ann@example.com> unknown
  courier | 5.0.0 | P | unknown; Nobody here by that name: unknown user
  qmail | 5.1.1 | P | smtp; 550 sorry, no mailbox here by that name (#5.1.1 - chkuser)
  qmail | 5.0.0 | P | smtp; 553 sorry, this recipient is not in my list: invalid recipient (#5.1.1)
  qmail | 5.0.0 | P | smtp; 511 sorry, no mailbox here by that name (#5.1.1 - chkuser)
  qmail-ldap | 5.0.0 | P | smtp; 550 Sorry, no mailbox here by that name. (#5.1.1)
  Microsoft 365 | 5.4.1 | P | smtp;550 5.4.1 [ann@example.com]: Recipient address rejected: Access denied. AS(201806281) [DB8EUR05FT003.eop-eur05.prod.protection.outlook.com 2026-03-01T01:02:03.456Z 08DC0000]
  Microsoft 365 | 5.4.1 | P | smtp; 550 5.4.1 Recipient address rejected: Access denied
  Microsoft 365 | 5.4.1 | P | smtp;550 5.4.1 <ann@example.com>: Recipient address rejected: Access denied. [AM5EUR02FT044.eop-EUR02.prod.protection.outlook.com]
  Microsoft 365 | 5.1.351 | P | smtp;550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 Unknown user ann@example.com
  Microsoft 365 | 5.1.351 | P | smtp;550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 5.1.1 <ann@example.com>... not ours
  Microsoft 365 | 5.1.10 | P | smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ann@example.com not found by SMTP address lookup
  Microsoft 365 | 5.4.310 | P | smtp;550 5.4.310 DNS domain nowhere.example does not exist [Message=InfoDomainNonexistent] [LastAttemptedServerName=nowhere.example]
  Microsoft 365 | 5.1.1 | P | smtp;550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found
  Microsoft 365 | 5.0.350 | P | smtp;550 5.0.350 Remote server returned an error -> 550 5.1.1 User unknown
  Microsoft 365 | 5.0.350 | P | smtp;550 5.0.350 Remote server returned an error -> 550 mailbox does not exist
  Exchange 2007 | 5.1.1 | P | smtp;550 5.1.1 RESOLVER.ADR.RecipNotFound; not found
  Exchange 2003 | 5.1.1 | P | -
  Exchange 2013 | 5.1.1 | P | smtp; #550 5.1.1 smtp; Remote Server returned '550 5.1.1 <ann@example.com>: Recipient address rejected: User unknown' ##
  Exchange 2010 | 5.0.0 | P | smtp;554 5.0.0 Remote Server returned '550 No such user'
  Outlook.com | 5.5.0 | P | smtp;550 Requested action not taken: mailbox unavailable
  Outlook.com | 5.5.0 | P | smtp; 550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [BN3NAM04FT020.eop-NAM04.prod.protection.outlook.com]
  Outlook.com | 5.5.0 | P | smtp;554 The mail could not be delivered to the recipient because the domain is not reachable. Please check the domain and try sending the message
  Outlook.com | 5.5.0 | P | smtp; 550 mailbox unavailable
  Gmail | 5.1.1 | P | smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the recipient's email address for typos or 550-5.1.1 unnecessary spaces. Learn more at 550 5.1.1 https://support.google.com/mail/?p=NoSuchUser a1-20020 - gsmtp
  Gmail | 5.2.1 | P | smtp; 550-5.2.1 The email account that you tried to reach is disabled. Learn more at 550 5.2.1 https://support.google.com/mail/?p=DisabledUser a1 - gsmtp
  Gmail | 5.2.1 | P | smtp; 550 5.2.1 The email account that you tried to reach is inactive. For more information, go to https://support.google.com/mail/?p=DisabledUser
  Google Workspace | 5.1.0 | P | smtp; 550 #5.1.0 Address rejected.
  Google Workspace | 5.0.0 | P | smtp; 550 5.1.1 ann@example.com: Email address could not be found, or was misspelled (G8)
  Yahoo | 5.0.0 | P DATA | smtp; 554 delivery error: dd This user doesn't have a example.com account (ann@example.com) [0] - mta1234.mail.gq1.yahoo.example
  Yahoo | 5.0.0 | P DATA | smtp; 554 delivery error: dd This user doesn’t have a example.com account (ann@example.com) [-9] - mta5.mail.example
  Yahoo | 5.0.0 | P DATA | smtp; 554 delivery error: dd Sorry your message to ann@example.com cannot be delivered. This account has been disabled or discontinued [#102]. - mta7
  Yahoo | 5.0.0 | P RCPT | smtp; 554 delivery error: dd Requested mail action aborted: mailbox not found - mta9
  Yahoo | 5.0.0 | P | smtp; 552 1 Requested mail action aborted, mailbox not found
  Yahoo | 5.2.1 | P | smtp; 554 30 Sorry, your message to ann@example.com cannot be delivered. This mailbox is disabled (554.30).
  AOL | 5.1.1 | P RCPT | smtp; 550 5.1.1 <ann@example.com>: Recipient address rejected: example.com
  AOL | 5.0.0 | P | smtp; 550 We would love to have gotten this email to ann@example.com. But, your recipient never logged onto their free AIM Mail account: account does not exist
  Mail.ru | 5.0.0 | P DATA | smtp; 550 Message was not accepted -- invalid mailbox.  Local mailbox ann@mail.example is unavailable: user not found
  Mail.ru | 5.0.0 | P | smtp; 550 Message was not accepted -- invalid mailbox.  Local mailbox ann@mail.example is unavailable: account is disabled
  Mail.ru | 5.0.0 | P | smtp; 550 user not found
  Yandex | 5.7.1 | P | smtp; 550 5.7.1 No such user!
  Yandex | 5.0.0 | P | smtp; 550 5.1.1 No such user here
  Zoho | 5.0.0 | P | smtp; 550 Invalid Recipient
  Zoho | 5.1.1 | P | smtp; 550 5.1.1 User does not exist - <ann@example.com>
  GMX | 5.0.0 | P RCPT | smtp; 550 Requested action not taken: mailbox unavailable
  GMX | 5.0.0 | P | smtp; 550 5.1.1 <ann@example.com>: User is unknown {mx106}
  Web.de | 5.0.0 | P RCPT | smtp; 550 Requested action not taken: mailbox unavailable For explanation visit https://postmaster.example.com/en/case?c=hi&i=ip&v=192.0.2.1
  T-Online | 5.0.0 | P | smtp; 550 user unknown
  T-Online | 5.0.0 | P | smtp; 550 5.1.1 unknown user (unbekannter Empfaenger)
  1&1 | 5.0.0 | P | smtp; 550 Requested action not taken: mailbox unavailable invalid DNS MX or A/AAAA resource record: no such domain
  NetEase | 5.0.0 | P | smtp; 550 User not found: ann@example.com
  NetEase | 5.0.0 | P | smtp; 550 Invalid User: ann
  QQ | 5.0.0 | P | smtp; 550 Mailbox not found. http://service.mail.example.com/cgi-bin/help?subtype=1&&id=20022
  QQ | 5.0.0 | P | smtp; 550 The recipient may contain a non-existent account, please check the recipient address.
  QQ | 5.0.0 | P | smtp; 550 5.1.1 Mailbox unavailable or access denied
  Sina | 5.0.0 | P | smtp; 553 no such user
  Aliyun | 5.0.0 | P | smtp; 551 user does not exist
  Sohu | 5.0.0 | P | smtp; 550 5.1.1 <ann@example.com>: Recipient address rejected: User unknown in relay recipient table
  La Poste | 5.0.0 | P | smtp; 550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. LPN007_416
  SFR | 5.1.1 | P | smtp; 550 5.1.1 <ann@example.com>: Recipient address rejected: User unknown in relay recipient table
  SFR | 5.0.0 | P | smtp; 550 Adresse d au moins un destinataire invalide. Invalid recipient. SFR_416
  Orange | 5.0.0 | P | smtp; 550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]
  Orange | 5.0.0 | P | smtp; 550 Adresse destinataire inconnue
  Free | 5.0.0 | P | smtp; 550 5.5.0 Invalid recipient.
  Free | 5.0.0 | P | smtp; 550 Utilisateur inexistant
  Libero | 5.0.0 | P | smtp; 550 RCPT TO:<ann@example.com> User unknown
  Libero | 5.0.0 | P | smtp; 550 utente sconosciuto
  Seznam | 5.0.0 | P | smtp; 550 5.1.1 Sorry, no mailbox here by that name.
  UOL | 5.0.0 | P | smtp; 550 5.1.1 <ann@example.com>: Recipient address rejected: usuario inexistente
  Terra | 5.0.0 | P | smtp; 550 El usuario no existe
  Rediff | 5.0.0 | P | smtp; 550 Sorry, unknown user ann@example.com (#5.1.1)
  Naver | 5.0.0 | P | smtp; 553 5.1.2 The recipient address is invalid.
  Naver | 5.0.0 | P | smtp; 550 5.1.1 No such user (ann@example.com) a1 - nsmtp
  Daum | 5.0.0 | P | smtp; 551 <ann@example.com>... User account is not found
  MessageLabs | 5.0.0 | P | smtp; 550-Invalid recipient ann@example.com (#5.1.1)
  MessageLabs | 5.0.0 | P | smtp; 542 ann@example.com Rejected
  MessageLabs | 5.0.0 | P | smtp; 550 No such user
  SurfControl | 5.0.0 | P | smtp; 550 Recipient <ann@example.com> is not valid
  SurfControl | 5.0.0 | P | smtp; 577 ann@example.com: no such user
  Cisco ESA | 5.0.0 | P | smtp; 5.1.0 - Unknown address error 550-'5.1.1 <ann@example.com>: Recipient address rejected: User unknown' (delivery attempts: 0)
  Cisco ESA | 5.0.0 | P | smtp; 5.1.0 - Unknown address error 550-'No such recipient' (delivery attempts: 0)
  Cisco ESA | 5.0.0 | P | smtp; 5.3.0 - Other mail system problem 550-'Unknown user ann@example.com' (delivery attempts: 0)
  Amazon SES | 5.1.1 | P | smtp; 550 5.1.1 user unknown
  Amazon SES | 5.0.0 | P | smtp; 5.1.0 - Unknown address error 553-'sorry, no mailbox here by that name (#5.1.1)'
  GoDaddy | 5.1.1 | P | smtp; 550 5.1.1 <ann@example.com> Recipient not found. <https://x.example/IB401>
  GoDaddy | 5.0.0 | P | smtp; 550 sorry, no mailbox here by that name
  Cox | 5.1.1 | P | smtp; 550 5.1.1 <ann@example.com> recipient rejected. Please see https://x.example/email-error-codes.html
  Comcast | 5.1.1 | P | smtp; 550 5.1.1 Not our Customer
  Comcast | 5.0.0 | P | smtp; 550 5.1.1 <ann@example.com> Account not available
  Charter | 5.0.0 | P | smtp; 550 5.1.1 Recipient address rejected - E2110 User does not exist
  AT&T | 5.0.0 | P | smtp; 550 5.1.1 ... User unknown
  Verizon | 5.0.0 | T | smtp; 550 4.2.1 mailbox temporarily disabled: user unknown
  Facebook | 5.1.1 | P | smtp; 550 5.1.1 RCP-P1 http://postmaster.facebook.example/response_codes?ip=192.0.2.1#rcp-p1 Invalid recipient
  docomo | 5.0.0 | P RCPT | smtp; 550 Unknown user ann@example.jp
  KDDI | 5.0.0 | P RCPT | smtp; 550 <ann@example.jp>: User unknown
  KDDI | 5.0.0 | P RCPT | smtp; 550 : User unknown
  SoftBank | 5.0.0 | P RCPT | smtp; 550 Invalid recipient: <ann@example.jp>
  McAfee | 5.1.1 | P | smtp; 550 5.1.1 <ann@example.com>... User unknown
  McAfee | - | P | 550 <ann@example.com> ... User unknown
  Domino | 5.0.0 | P | X-Notes; ann@example.com (ann@example.com) not listed in Domino Directory
  Domino | 5.0.0 | P | X-Notes; User ann (ann@example.com) not listed in public Name & Address Book
  PowerMTA | 5.1.1 | P | smtp;550 5.1.1 <ann@example.com> is not a valid mailbox
  PowerMTA | 5.1.2 (bad destination system: no such domain) | P | -
  PowerMTA | 5.0.0 (undefined status) | P | smtp;550 mailbox is unknown
  SendGrid | 5.1.1 | P | smtp;550 5.1.1 The email account that you tried to reach does not exist.
  SendGrid | 5.0.0 | P | smtp;550 unknown recipient
  Oracle | 5.0.0 (Remote SMTP server has rejected address) | P | smtp;550 User unknown
  Oracle | 5.1.1 (recipient address rejected) | P | smtp;550 5.1.1 unknown or illegal alias: ann@example.com
  Amazon WorkMail | 5.1.1 | P | smtp; 550 5.1.1 Recipient address rejected: mailbox does not exist
  MX Logic | 5.0.0 | P | smtp; 550 5.1.1 User does not exist: ann@example.com
  Barracuda | 5.0.0 | P | smtp; 550 5.1.1 permanent failure for one or more recipients (ann@example.com:550 5.1.1 User unknown)
  Barracuda | 5.1.1 | P | smtp; 550 5.1.1 <ann@example.com>: Recipient address rejected: No such user (ann@example.com)
  Proofpoint | 5.1.1 | P | smtp; 550 5.1.1 <ann@example.com>... User unknown
  Proofpoint | 5.0.0 | T | smtp; 550 5.7.0 ann@example.com: no such recipient
  Mimecast | 5.0.0 | P | smtp; 550 Invalid Recipient - https://community.mimecast.example/docs/DOC-1369#550 [abc.uk1]
  Mimecast | 5.0.0 | P | smtp; 550 csi.mimecast.org Rejected recipient: unknown user
  Trend Micro | 5.0.0 | P | smtp; 550 5.1.1 Mailbox not found
  Trend Micro | 5.1.1 | P | smtp; 550 5.1.1 <ann@example.com>: Recipient address rejected: User unknown in local recipient table
  Kerio | 5.1.1 | P | smtp; 550 5.1.1 User unknown (in reply to RCPT TO)
  Kerio | 5.0.0 | P | smtp; 550 5.7.1 Invalid recipient ann@example.com
  MDaemon | 5.1.1 | P | smtp; 550 5.1.1 Recipient unknown <ann@example.com>
  MDaemon | 5.0.0 | P | smtp; 550 Requested action not taken: mailbox unavailable (ann@example.com unknown here)
  hMailServer | 5.0.0 | P | smtp; 550 Unknown user
  hMailServer | 5.0.0 | P | smtp; 550 Account is not active.
  Haraka | 5.1.1 | P | smtp; 550 5.1.1 I cannot deliver mail for <ann@example.com>: unknown recipient
  James | 5.0.0 | P | smtp; 550 Requested action not taken: no such user here
  James | 5.1.1 | P | 550 5.1.1 Unknown user: ann@example.com
  Zimbra | 5.1.1 | P RCPT | smtp; 550 5.1.1 <ann@example.com>: Recipient address rejected: example.com
  iCloud | 5.1.1 | P | smtp; 550 5.1.1 <ann@example.com>: user does not exist
  iCloud | 5.1.6 | P | smtp; 550 5.1.6 recipient no longer on server: ann@example.com
  Rackspace | 5.0.0 | P | smtp; 550 5.1.1 <ann@example.com>: Recipient address rejected: User unknown in mailbox table
  IMail | 5.0.0 | P | smtp; 550 unknown user <ann@example.com>
  Communigate | 5.1.1 | P | smtp; 550 ann@example.com unknown user account
  Lyris | 5.0.0 | P | smtp; 550 The addressee is unknown
  IronPort | 5.0.0 | P | smtp; 550 #5.1.0 Address rejected ann@example.com
  Fortinet | 5.0.0 | P | smtp; 550 5.1.1 <ann@example.com>... Recipient not recognized
  Symantec | 5.0.0 | P | smtp; 553 Unknown local-part ann in <ann@example.com>
  OVH | 5.0.0 | P | smtp; 550 5.1.1 <ann@example.com>: Email address could not be found
  Strato | 5.0.0 | P | smtp; 550 5.1.1 User unknown (B-URP)
  KPN | 5.0.0 | P | smtp; 550 ann@example.com recipient does not exist here
  Telenor | 5.0.0 | P | smtp; 550 5.1.1 unknown user
  BT | 5.0.0 | P RCPT | smtp; 550 Mailbox unavailable
  Virgin | 5.0.0 | P RCPT | smtp; 550 5.1.1 <ann@example.com> recipient rejected
  Bigpond | 5.0.0 | P | smtp; 552 RCPT TO:<ann@example.com> Mailbox disabled
  Shaw | 5.0.0 | P | smtp; 550 recipient no longer here
  EarthLink | 5.0.0 | P | smtp; 550 ann@example.com...User account is closed
  IANA | 5.7.17 | P | smtp; 550 5.7.17 Mailbox owner has changed
  IANA | 5.1.3 | P | smtp; 501 5.1.3 Syntax
  any | 5.0.0 | P | smtp; 550 ann@example.com has no account here
  any | 5.0.0 | P | smtp; 551 not our user: recipient does not exist
  any | 5.0.0 | P | smtp; 550 <no-such-spam@blocked.example>: User unknown
  any | 5.1.0 | P | smtp; 550 5.1.0 Domain does not exist
  any | 5.1.0 | P RCPT | smtp; 553 5.1.0 Recipient refused
  any | 5.5.0 | P | smtp; 554 5.5.0 invalid mailbox
  any | 5.0.0 | P | smtp; 550 spamtrap.example.com: user unknown
  any | 5.0.0 | P | smtp; 550 does not exist.
  any | 5.0.0 | P | smtp; 550 that address is not one of ours
  any | 5.0.0 | P | smtp; 550 this user is not hosted here
  any | 5.0.0 | P | smtp; 550 ann@example.com: unknown to this server
  any | 5.0.0 | P | smtp; 550 The recipient could not be located
  any | 5.0.0 | P | smtp; 550 The person you write to no longer works here
  any | 5.0.0 | P | smtp; 550 sorry, this recipient is not in my validrcptto list
  any | 5.0.0 | P | smtp; 550 Gebruiker onbekend
  any | 5.0.0 | P | smtp; 550 Esta conta foi desativada
  any | 5.0.0 | P | smtp; 550 Пользователь не найден
  any | 5.0.0 | P | smtp; 550 用户不存在
  any | 5.0.0 | P | smtp; 550 Unknown user ann. Please verify the address and try again later.
  any | 5.0.0 | P | smtp; 550 We have no account of that name. Not found: ann@example.com. Check it and resend later
  any | 5.5.0 | P | smtp; 554 The mail was returned because the domain is not reachable. Check the domain and try sending it again later
  any | 5.0.0 | P | smtp; 550 User unknown in the user database
`)

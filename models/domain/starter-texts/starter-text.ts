/** Three lines of a list. */
type Three = readonly [string, string, string]
/** Two paragraphs, one below the other. */
type Two = readonly [string, string]

/** The texts of a mail that its template and its inbox show. */
export interface MailText {
  /** The name of the template. */
  name: string
  subject: string
  previewText: string
}

/** The texts of a mail that a design begins. */
interface DesignText extends MailText {
  description: string
}

/** The texts of a mail with a heading. */
interface Titled {
  title: string
}

/** The texts of the designs by the ids of their starters. */
export interface DesignTexts {
  newsletter: DesignText &
    Titled & {
      lead: string
      button: string
      secondTitle: string
      thirdTitle: string
      teaser: string
      readMore: string
      reply: string
    }
  'product-update': DesignText &
    Titled & {
      intro: string
      mainTitle: string
      mainText: string
      alsoTitle: string
      also: Three
      button: string
    }
  announcement: DesignText & Titled & { text: string; button: string; details: string }
  'event-invitation': DesignText &
    Titled & {
      text: string
      whenTitle: string
      when: Two
      whereTitle: string
      where: Two
      button: string
      programTitle: string
      program: Three
      absent: string
    }
  digest: DesignText & Titled & { untitled: string; button: string }
  sale: DesignText &
    Titled & {
      offer: string
      button: string
      firstTitle: string
      firstPrice: string
      secondTitle: string
      secondPrice: string
      allButton: string
    }
  letter: DesignText & { text: string; closing: string; signature: string }
  welcome: DesignText &
    Titled & {
      /** Stands for `{name}` in the title. */
      nameless: string
      intro: string
      steps: Three
      button: string
      help: string
    }
  'trial-ends': DesignText &
    Titled & {
      /** With the placeholder `{date}`. */
      text: string
      /** Stands for `{date}` without one. */
      dateless: string
      smallTitle: string
      small: Two
      largeTitle: string
      large: Two
      button: string
      later: string
    }
  receipt: DesignText &
    Titled & {
      /** With the placeholder `{number}`. */
      order: string
      item: string
      total: string
      button: string
      questions: string
    }
  'password-reset': DesignText & Titled & { text: string; button: string; ignore: string }
}

/** The texts of a workflow beside its mails. Its steps are named by their keys. */
interface WorkflowText {
  name: string
  description: string
}

/** The texts of the workflows by the ids of their starters. */
export interface WorkflowTexts {
  welcome: WorkflowText & {
    steps: { rest: string }
    tips: MailText & Titled & { intro: string; list: Three; button: string; questions: string }
  }
  'trial-ends': WorkflowText & {
    steps: { trial: string; rest: string; subscribed: string }
    over: MailText & Titled & { text: string; button: string; missing: string }
  }
  'win-back': WorkflowText & {
    steps: { rest: string; quiet: string; back: string }
    missed: MailText & Titled & { text: string; button: string; leave: string }
  }
  receipt: WorkflowText
}

/** The texts of the starters. Each may be changed by the author of a message that begins with it. */
export interface StarterText {
  /** The first line of a letter, with the placeholder `{name}`. */
  greeting: string
  /** Stands for `{name}` in the greeting of a contact without a name. */
  nameless: string
  designs: DesignTexts
  workflows: WorkflowTexts
}

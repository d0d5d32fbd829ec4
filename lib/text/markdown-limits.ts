import {
  attention,
  autolink,
  blockQuote,
  characterEscape,
  characterReference,
  codeText,
  definition,
  hardBreakEscape,
  htmlText,
  labelEnd,
  labelStartImage,
  labelStartLink,
  lineEnding,
  list,
} from 'micromark-core-commonmark'
import { gfm } from 'micromark-extension-gfm'
import type {
  Code,
  Construct,
  ConstructRecord,
  Extension,
  State,
  TokenizeContext,
} from 'micromark-util-types'

/** The most that one text may cost, roughly in microseconds of processor time. */
const budget = 28_000
/** A quote or list item starts at most at this column, which limits their nesting. */
const deepestColumn = 48

const lineEnd = /\r\n?|\n/g

const digits = Array.from({ length: 10 }, (_, digit) => 48 + digit)
/** CommonMark's constructs whose work people's text can multiply, by the character code they start with. */
const commonmark: Extension = {
  document: { 42: list, 43: list, 45: list, 62: blockQuote, ...fromCodes(digits, list) },
  contentInitial: { 91: definition },
  string: { 38: characterReference, 92: characterEscape },
  text: {
    ...fromCodes([-5, -4, -3], lineEnding),
    33: labelStartImage,
    38: characterReference,
    42: attention,
    60: [autolink, htmlText],
    91: labelStartLink,
    92: [hardBreakEscape, characterEscape],
    93: labelEnd,
    95: attention,
    96: codeText,
  },
}
const { document, flow, text, ...others } = gfm()
const isWanted = ({ name }: Construct) => !/footnote/i.test(name!)
/** Quotes and lists stay enabled next to what counts them, because they are tried again on the next line. */
const replaced = [
  { ...commonmark, document: {} },
  { flow, text },
]
  .flatMap(constructsOf)
  .map(({ name }) => name!)

/** Everything the tokenizer tries is counted, the same on every machine. Exceeding the budget throws. */
export function limitedMarkdown(markdown: string): Extension[] {
  const account = new Account()
  account.spend(markdown.length / 2 + ((markdown.match(lineEnd)?.length ?? 0) + 1) * 4)
  const block: Construct = {
    tokenize(_effects, _ok, nok) {
      account.spend(35)
      return nok
    },
  }
  return [
    { ...others, disable: { null: replaced } },
    metered(commonmark, account),
    metered({ document, flow, text }, account),
    { flowInitial: { null: block } },
  ]
}

type Passage = { length: number; lines: number; source: () => string }

class Account {
  private spent = 0
  private readonly bracketed = new WeakSet<TokenizeContext>()

  spend(cost: number): void {
    this.spent += cost
    if (this.spent > budget) throw new RangeError('The text would take too much work to read.')
  }

  /** Counts a construct that was tried on a passage. Many look back over what was already read. */
  count(name: string, context: TokenizeContext, passage: Passage, isRead: boolean): void {
    const events = context.events.length
    const { length, lines } = passage
    switch (name) {
      case 'attention':
      case 'strikethrough':
        return this.spend(4 + length * (events * 0.12 + length * 0.03))
      case 'labelStartLink':
      case 'labelStartImage':
        this.bracketed.add(context)
        return this.spend(3)
      case 'labelEnd':
        return this.spend(4 + events * 0.3 + length * 0.04)
      case 'wwwAutolink':
      case 'protocolAutolink':
      case 'emailAutolink':
        return this.spend(
          (isRead ? 22 : 0.5) + (this.bracketed.has(context) ? events * 0.005 : 0) + length * 0.04,
        )
      case 'definition':
        return this.spend(30 + length * 0.04)
      case 'table':
        return this.spend(2 + (passage.source().match(/\r\n?|[\n|]/g)?.length ?? 0) * 12)
      default:
        return this.spend((isRead ? 20 : 2) + length * 0.04 + lines * 2)
    }
  }
}

function metered(extension: Extension, account: Account): Extension {
  return Object.fromEntries(
    Object.entries(extension).map(([kind, record]) => [
      kind,
      Object.fromEntries(
        Object.entries(record as ConstructRecord).map(([code, constructs]) => [
          code,
          [constructs ?? []]
            .flat()
            .filter(isWanted)
            .map((construct) => ({
              ...construct,
              name: `metered ${construct.name}`,
              ...(kind === 'document' ? container(construct, account) : inside(construct, account)),
            })),
        ]),
      ),
    ]),
  )
}

function inside({ name, tokenize }: Construct, account: Account): Construct {
  return {
    tokenize(effects, ok, nok) {
      const start = this.now()
      const counted = (next: State) => (code: Code) => {
        const end = this.now()
        const length = end.offset - start.offset
        const lines = end.line - start.line
        const source = () => this.sliceSerialize({ start, end })
        account.count(name!, this, { length, lines, source }, next === ok)
        return next(code)
      }
      return tokenize.call(this, effects, counted(ok), counted(nok))
    },
  }
}

/** A quote or list item costs where it starts and once more for every further line. */
function container({ tokenize, continuation }: Construct, account: Account): Construct {
  return {
    tokenize(effects, ok, nok) {
      account.spend(this.now().column > deepestColumn ? Infinity : 25)
      return tokenize.call(this, effects, ok, nok)
    },
    continuation: {
      tokenize(effects, ok, nok) {
        account.spend(25)
        return continuation!.tokenize.call(this, effects, ok, nok)
      },
    },
  }
}

function fromCodes(codes: number[], construct: Construct): ConstructRecord {
  return Object.fromEntries(codes.map((code) => [code, construct]))
}

function constructsOf(extension: Extension): Construct[] {
  return Object.values(extension as Record<string, ConstructRecord>).flatMap((record) =>
    Object.values(record).flatMap((constructs) => constructs ?? []),
  )
}

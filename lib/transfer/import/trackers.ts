import { cannyStates } from './canny.ts'
import type { States } from './states.ts'

export const csvFields = [
  'id',
  'title',
  'details',
  'state',
  'created_at',
  'author',
  'votes',
  'url',
  'response',
  'response_author',
  'response_at',
  'duplicate_of',
  'voter',
  'category',
] as const
export type CsvField = (typeof csvFields)[number]
type Columns = Partial<Record<CsvField, string[]>>

export type Tracker = {
  label: string
  marks: string[]
  columns: Columns
  states?: States
  isHtml?: boolean
}

export const plainColumns: Columns = {
  id: ['id', 'number', 'key', 'post id', 'issue id', 'issue key', 'source id'],
  title: ['title', 'name', 'summary', 'subject', 'idea', 'feature', 'headline', 'post title'],
  details: ['details', 'description', 'content', 'body', 'text', 'body text', 'post content'],
  state: ['state', 'status', 'stage', 'phase'],
  created_at: [
    'created at',
    'created',
    'date',
    'created on',
    'creation date',
    'date created',
    'created date',
    'post date',
    'posted',
    'posted at',
    'posted on',
  ],
  author: ['author', 'author name', 'created by', 'creator', 'submitter', 'user', 'user name', 'reporter'],
  votes: ['votes', 'vote count', 'votes count', 'upvotes', 'score', 'likes', 'total votes'],
  url: ['url', 'link', 'post url', 'permalink'],
  category: ['category', 'board', 'category name', 'board name', 'forum'],
}

const own = (columns: Columns): Columns => ({ ...plainColumns, ...columns })

export const trackers: Record<string, Tracker> = {
  /** Admin > Export: https://help.canny.io/en/articles/3889198-exporting-feedback */
  canny: {
    label: 'Canny',
    marks: [
      'details',
      'score|votes|vote count',
      'board|category|post url|owner|eta',
      // Tables of other tools have the rest, too.
      'score|post url|eta',
    ],
    columns: own({}),
    states: cannyStates,
  },
  /** Administration > Export: app/pkg/csv in https://github.com/getfider/fider */
  fider: {
    label: 'Fider',
    marks: ['number', 'responded by', 'original number'],
    columns: own({
      id: ['number'],
      created_at: ['created at'],
      author: ['created by'],
      votes: ['votes count', 'total votes'],
      response: ['response'],
      response_author: ['responded by'],
      response_at: ['responded at'],
      duplicate_of: ['original number'],
    }),
  },
  /** https://help.uservoice.com/hc/en-us/articles/360035485693 */
  uservoice: {
    label: 'UserVoice',
    marks: ['suggestion id|idea id', 'suggestion title|idea title'],
    columns: {
      id: ['suggestion id', 'idea id'],
      title: ['suggestion title', 'idea title'],
      details: ['suggestion body', 'suggestion text', 'idea description'],
      state: ['suggestion status name', 'public status name', 'status'],
      created_at: ['suggestion created timestamp', 'created timestamp', 'created at'],
      author: ['suggestion creator name', 'suggestion created by name', 'idea creator name'],
      votes: ['suggestion votes count', 'suggestion supporters count', 'voters count', 'vote count'],
      url: ['suggestion portal url', 'portal url'],
      response: ['public status update message'],
      response_at: ['public status updated timestamp'],
      duplicate_of: ['suggestion parent id'],
      voter: ['user name', 'voter name'],
      category: ['suggestion category name', 'category', 'forum name'],
    },
  },
  /** Export of a features board: https://support.productboard.com/hc/en-us/articles/12103229229587 */
  productboard: {
    label: 'Productboard',
    marks: [
      'feature name|name|feature',
      'user impact score|component|parent feature|product|feature id|productboard link',
    ],
    columns: own({
      id: ['feature id', 'id', 'uuid', 'productboard id'],
      title: ['feature name', 'name', 'feature', 'title'],
      details: ['feature description', 'description'],
      state: ['status name', 'feature status', 'status'],
      votes: ['votes', 'portal votes', 'votes count'],
      url: ['productboard link', 'link', 'url'],
      category: ['component', 'product'],
    }),
    isHtml: true,
  },
  /** Settings > Export: https://help.featurebase.app */
  featurebase: {
    label: 'Featurebase',
    marks: ['title', 'content|description', 'upvotes', 'board|category|status'],
    columns: own({ votes: ['upvotes'], author: ['author name', 'author', 'submitter', 'user name'] }),
    isHtml: true,
  },
  /** Export of a board: https://github.com/QuackbackIO/quackback-docs, admin/import-export.mdx */
  quackback: {
    label: 'Quackback',
    marks: ['title', 'content', 'vote count', 'author name'],
    columns: own({ id: ['source id', 'id'], author: ['author name'], votes: ['vote count'] }),
    states: cannyStates,
  },
}

export function plainHeading(heading: string): string {
  return heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

export function findTracker(headings: string[]): string | null {
  const plain = new Set(headings.map(plainHeading))
  const fits = ({ marks }: Tracker) => marks.every((mark) => mark.split('|').some((one) => plain.has(one)))
  return Object.keys(trackers).find((name) => fits(trackers[name]!)) ?? null
}

import { formats } from '../../lib/transfer/import/open.ts'
import { csvFields } from '../../lib/transfer/import/trackers.ts'

/** What `npm run import` says about itself. */
export const usage = `Usage: npm run import -- <file>… [options]
       npm run import -- --changelog <file> [--source <name>] [--dry-run]
       npm run import -- <board.zip> [options for boards]

Imports posts with their votes and comments from another tracker, a changelog, or a board from "npm run export".
Posts that are already here stay as they are, so you can run an interrupted import again. docs/import.md lists the
supported formats and how to get them.

Options:
  --category <slug>           The category that the posts go to. Default: new-features.
  --categories <file>         A table with two columns: the tracker's category, and the slug of yours.
  --states <file>             A table with two columns: the tracker's state, and yours or "leave out".
  --column <field>=<heading>  The CSV column with a field: ${csvFields.slice(0, 6).join(', ')},
                              ${csvFields.slice(6).join(', ')}.
  --source <name>             The tracker's name, to recognize its posts next time. Default: read from the file.
  --from <format>             The file's format, if it isn't detected: ${formats.slice(0, 3).join(', ')},
                              ${formats.slice(3).join(', ')}.
  --dates <day|month>         What dates such as 03/04/2025 start with, if no other date in the CSV file decides it.
  --encoding <name>           The file's encoding, if it isn't UTF-8 or UTF-16, such as windows-1252.
  --changelog                 Import a CHANGELOG.md, GitHub releases, or the changelog of Canny, Featurebase or
                              Quackback.
  --dry-run                   Check the file and show what would be imported, without writing anything.

Options for boards, which need an instance without posts:
  --with-emails               Import accounts, email addresses and the keys of email links. Only do this with a file
                              you trust.
  --admins <email>,<email>    Let these people keep the role that they have in the file. No one else gets a role.
  --without-pictures          Leave out images and profile pictures.
  --dry-run                   Check the board without writing anything.

Lines that can't be read are reported with their number and skipped. Exits with 1 if the file can't be read, if none
of its lines can be used, or if the database fails.`

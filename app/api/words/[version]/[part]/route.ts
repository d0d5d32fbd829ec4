import { answerWords } from '@/lib/publish/words'

type Props = { params: Promise<{ version: string; part: string }> }

export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const { version, part } = await params
  return answerWords(version, part)
}

import { execFileSync } from 'node:child_process'
import { createHash, randomUUID, sign } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'

/** The sign-in of the company with that domain (SAML): its metadata, and its signed answers about people. */
export function identityProvider(domain: string) {
  const entity = `https://${domain}/idp`
  const made = execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', '-', '-subj', '/CN=idp', '-days', '2'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  ).toString()
  const certificate = made
    .split('-----BEGIN CERTIFICATE-----')[1]!
    .split('-----END')[0]!
    .replaceAll(/\s/g, '')
  const key = made.slice(0, made.indexOf('-----BEGIN CERTIFICATE-----'))

  const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entity}">
    <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
      <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
        <X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
      <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://${domain}/sso"/>
    </IDPSSODescriptor></EntityDescriptor>`

  /** Everything is already in exclusive canonical form, so it is signed as it is. */
  function answer(url: URL, email: string): URLSearchParams {
    const asked = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest')!, 'base64')).toString()
    const read = (pattern: RegExp) => pattern.exec(asked)![1]!
    const [request, acs] = [read(/ ID="([^"]+)"/), read(/AssertionConsumerServiceURL="([^"]+)"/)]
    const audience = read(/Issuer[^>]*>([^<]+)</)
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const id = `_${randomUUID()}`
    const saml = 'urn:oasis:names:tc:SAML:2.0'
    const issuer = `<saml:Issuer xmlns:saml="${saml}:assertion">${entity}</saml:Issuer>`
    const head = `<saml:Assertion xmlns:saml="${saml}:assertion" ID="${id}" IssueInstant="${at(0)}" Version="2.0"><saml:Issuer>${entity}</saml:Issuer>`
    const rest = `<saml:Subject><saml:NameID Format="${saml}:nameid-format:persistent">${email}</saml:NameID><saml:SubjectConfirmation Method="${saml}:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${request}" NotOnOrAfter="${at(5)}" Recipient="${acs}"></saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-1)}" NotOnOrAfter="${at(5)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>${saml}:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`
    const digest = createHash('sha256')
      .update(head + rest)
      .digest('base64')
    const dsig = 'http://www.w3.org/2000/09/xmldsig#'
    const c14n = 'http://www.w3.org/2001/10/xml-exc-c14n#'
    const info = `<ds:SignedInfo xmlns:ds="${dsig}"><ds:CanonicalizationMethod Algorithm="${c14n}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod><ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="${dsig}enveloped-signature"></ds:Transform><ds:Transform Algorithm="${c14n}"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`
    const signature = sign('sha256', Buffer.from(info), key).toString('base64')
    const signed = `<ds:Signature xmlns:ds="${dsig}">${info}<ds:SignatureValue>${signature}</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>`
    const response = `<samlp:Response xmlns:samlp="${saml}:protocol" Destination="${acs}" ID="_${randomUUID()}" InResponseTo="${request}" IssueInstant="${at(0)}" Version="2.0">${issuer}<samlp:Status><samlp:StatusCode Value="${saml}:status:Success"></samlp:StatusCode></samlp:Status>${head}${signed}${rest}</samlp:Response>`
    return new URLSearchParams({
      SAMLResponse: Buffer.from(response).toString('base64'),
      RelayState: url.searchParams.get('RelayState')!,
    })
  }
  return { metadata, answer }
}

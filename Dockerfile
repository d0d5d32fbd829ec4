# Each image is built for one Supabase project, because the ARGs below are used while building and while running. The image
# contains NEXT_SERVER_ACTIONS_ENCRYPTION_KEY and no other secret, so keep it in a private registry.
#   docker build --build-arg NEXT_PUBLIC_SUPABASE_URL=… --build-arg NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY=… \
#                --build-arg SITE_URL=… -t signpost .
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
ARG NEXT_PUBLIC_SUPABASE_URL
ARG NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY
ARG SITE_URL
ARG SITE_NAME
ARG SITE_LOGO_URL
ARG MARKETING_URL
ARG NEXT_PUBLIC_CLARITY_ID
ARG NEXT_PUBLIC_CLARITY_URL
ARG AUTH_PROVIDERS
ARG CAPTCHA_PROVIDER
ARG CAPTCHA_SITE_KEY
# Use the same encryption key for builds that run side by side, and a different deployment id for each build.
ARG NEXT_SERVER_ACTIONS_ENCRYPTION_KEY
ARG NEXT_DEPLOYMENT_ID
ENV SIGNPOST_STANDALONE=1 SIGNPOST_BUILD_FOLDER=.next/image
# Pages are rendered on their first request, so the build needs no database.
RUN npm run build -- --offline && mkdir -p public

FROM node:24-slim
WORKDIR /app
# See "Server size" in docs/deploy.md.
ENV NODE_OPTIONS="--max-old-space-size=384 --max-semi-space-size=8"
ENV NODE_ENV=production PORT=3000 HOSTNAME=0.0.0.0 NEXT_TELEMETRY_DISABLED=1
COPY --from=build --chown=node:node /app/.next/image/standalone ./
COPY --from=build --chown=node:node /app/.next/image/static ./.next/image/static
COPY --from=build --chown=node:node /app/public ./public
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD node -e "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
CMD ["node", "server.js"]

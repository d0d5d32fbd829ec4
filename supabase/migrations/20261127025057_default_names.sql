set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.rename_defaults()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with words (language, slug, name) as (values
    ('en', 'new', 'New'), ('en', 'improved', 'Improved'), ('en', 'fixed', 'Fixed'),
    ('de', 'new', 'Neu'), ('de', 'improved', 'Verbessert'), ('de', 'fixed', 'Behoben'),
    ('fr', 'new', 'Nouveau'), ('fr', 'improved', 'Amélioré'), ('fr', 'fixed', 'Corrigé'),
    ('es', 'new', 'Nuevo'), ('es', 'improved', 'Mejorado'), ('es', 'fixed', 'Corregido'),
    ('pt-BR', 'new', 'Novo'), ('pt-BR', 'improved', 'Melhorado'), ('pt-BR', 'fixed', 'Corrigido'),
    ('ja', 'new', '新機能'), ('ja', 'improved', '改善'), ('ja', 'fixed', '修正'),
    ('ar', 'new', 'جديد'), ('ar', 'improved', 'تحسين'), ('ar', 'fixed', 'إصلاح')
  )
  update public.changelog_labels l set name = w.name
  from words w
  where w.language = new.language and w.slug = l.slug
    and exists (select from words o where o.slug = l.slug and o.name = l.name)
    and not exists (select from public.changelog_labels o where o.id <> l.id and lower(o.name) = lower(w.name));

  with words (language, name, description) as (values
    ('en', 'Feedback', 'Ideas for new features, from the people who would use them.'),
    ('de', 'Feedback', 'Ideen für neue Funktionen, von denen, die sie nutzen würden.'),
    ('fr', 'Retours', 'Des idées de fonctionnalités, par les personnes qui les utiliseraient.'),
    ('es', 'Sugerencias', 'Ideas de funciones nuevas, de quienes las usarían.'),
    ('pt-BR', 'Sugestões', 'Ideias de novos recursos, de quem os usaria.'),
    ('ja', 'フィードバック', '新機能のアイデアを、実際に使う人から集めています。'),
    ('ar', 'الملاحظات', 'أفكار لميزات جديدة من الأشخاص الذين سيستخدمونها.')
  )
  update public.categories c set name = w.name, description = w.description
  from words w
  where w.language = new.language and c.slug = 'new-features'
    and exists (select from words o where o.name = c.name and o.description = c.description);
  return null;
end
$function$;

CREATE TRIGGER rename_defaults AFTER UPDATE OF language ON public.site_settings FOR EACH ROW WHEN ((old.language <> new.language)) EXECUTE FUNCTION private.rename_defaults();

COMMENT ON FUNCTION "private"."rename_defaults"() IS 'Puts the names that the product came with into the site''s new language. Names that the team wrote stay.';

REVOKE ALL ON FUNCTION "private"."rename_defaults"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rename_defaults"() TO "postgres";

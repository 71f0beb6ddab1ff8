"""Which pictures gather.py takes out of which package, looked through by eye."""

AI_PICTURES = """
01_get_started_text_to_image-1.webp 02_qwen_Image_edit_subgraphed-1.webp 02_qwen_Image_edit_subgraphed-2.webp
05_audio_ace_step_1_t2a_song_subgraphed-1.webp 3d_hunyuan3d-v2.1-1.webp 3d_hunyuan3d_image_to_model-1.webp
3d_hunyuan3d_multiview_to_model_turbo-1.webp 3d_moge_perspective_to_mesh-1.webp 3d_pixal3d_trellis2_image_to_model-1.webp
3d_triposplat_image_to_gaussian_splat-1.webp api_anthropic_claude_fable5-1.webp api_anthropic_claude_fable5_1-1.webp
api_anthropic_claude_opus_5-1.webp api_anthropic_claude_sonnet5-1.webp api_bfl_flux2_max_sofa_swap-1.webp api_bfl_flux2_max_sofa_swap-2.webp
api_bfl_flux3_i2v-1.webp api_bfl_flux3_image_bboxes-1.webp api_bfl_flux_1_kontext_max_image-1.webp api_bfl_flux_1_kontext_max_image-2.webp
api_bfl_flux_1_kontext_multiple_images_input-1.webp api_bfl_flux_1_kontext_multiple_images_input-2.webp api_bfl_flux_video_upscale-1.webp
api_bfl_flux_video_upscale-2.webp api_bria_expand_image-1.webp api_bria_expand_image-2.webp api_bria_fibo2_t2i-1.webp
api_bria_guided_remove_background-1.webp api_bria_guided_remove_background-2.webp api_bria_image_edit-1.webp api_bria_image_edit-2.webp
api_bytedance_seedream_5_0_flash_image_edit-1.webp api_bytedance_seedream_5_0_pro_image_edit-1.webp api_bytedance_seedream_5_0_pro_image_edit-2.webp
api_bytedance_vcube_video_enhance-1.webp api_clarity_ai_crystal_upscale-1.webp api_clarity_ai_crystal_upscale-2.webp api_flux3_max_i2v-1.webp
api_google_gemini_omni_flash_1_1_edit-1.webp api_google_gemini_omni_flash_1_1_edit-2.webp api_google_gemini_omni_flash_1_1_extend-1.webp
api_google_gemini_omni_flash_i2v-1.webp api_google_gemini_omni_flash_video_edit-1.webp api_google_gemini_omni_flash_video_edit-2.webp
api_grok_imagine_video_1_5_lite_t2v-1.webp api_grok_reference_to_video-1.webp api_grok_video-1.webp api_hailuo_minimax_video-1.webp
api_happyhorse1_0_i2v-1.webp api_happyhorse1_0_r2v-1.webp api_heygen_text_to_speech-1.webp api_heygen_video_1_t2v-1.webp
api_hunyuan3d_image_to_model-1.webp api_hunyuan3d_part-1.webp api_hunyuan3d_smart_topology-1.webp api_hunyuan3d_smart_topology-2.webp
api_ideogram_v4_5_image_edit-1.webp api_ideogram_v4_5_t2i-1.webp api_ideogram_vector_1_image_to_svg-1.webp api_kling_i2v-1.webp
api_kling_omni_i2v-1.webp api_kling_omni_t2v-1.webp api_kling_v3_flf2v-1.webp api_krea3_image_edit-1.webp api_ltx2_5_flf2v-1.webp
api_ltx2_5_i2v-1.webp api_ltxv_text_to_video-1.webp api_luma_i2v-1.webp api_luma_photon_i2i-1.webp api_luma_photon_i2i-2.webp
api_luma_photon_style_ref-1.webp api_luma_photon_style_ref-2.webp api_luma_ray3_3_i2v-1.webp api_luma_ray3_3_t2v-1.webp
api_luma_uni_1_image_edit-2.webp api_meshy7_1_image_to_model-1.webp api_meshy7_1_image_to_model-2.webp api_meshy7_1_text_to_model-1.webp
api_meshy7_1_text_to_model-2.webp api_meshy_image_to_model-1.webp api_meshy_multi_image_to_model-1.webp api_meshy_t2_5_smart_topology_i2m-1.webp
api_meshy_t2_5_smart_topology_i2m-2.webp api_meshy_t2_5_smart_topology_t2m-1.webp api_meshy_t2_5_smart_topology_t2m-2.webp
api_meshy_text_to_model-1.webp api_meta_muse_image_image_edit-1.webp api_meta_muse_image_image_edit-2.webp api_minimax_h3_max_turbo_i2v-1.webp
api_mirelo_video_to_sfx-1.webp api_nano_banana_2_lite_image_edit-1.webp api_nano_banana_2_lite_image_edit-2.webp api_nano_banana_2_lite_t2i-1.webp
api_openai_dall_e_2_inpaint-1.webp api_openai_dall_e_2_inpaint-2.webp api_openai_gpt6_astra-1.webp api_openai_gpt_image_2_image_edit-1.webp
api_openai_gpt_image_2_t2i-1.webp api_openai_image_1_i2i-1.webp api_openai_image_1_i2i-2.webp api_openai_image_1_inpaint-1.webp
api_openai_image_1_inpaint-2.webp api_openai_image_1_multi_inputs-1.webp api_openai_image_1_multi_inputs-2.webp api_openai_image_1_t2i-1.webp
api_openrouter_gpt5_6_luna-1.webp api_openrouter_gpt5_6_sol-1.webp api_openrouter_gpt5_6_terra-1.webp
api_openrouter_mai_image_26_flash_image_edit-1.webp api_openrouter_mai_image_26_image_edit-1.webp api_openrouter_mai_image_26_t2i-1.webp
api_pixverse6_i2v-1.webp api_pixverse_i2v-1.webp api_pixverse_t2v-1.webp api_pixverse_template_i2v-1.webp api_pixverse_v6_max_i2v-1.webp
api_pixverse_v6_max_t2v-1.webp api_pruna_p_video_i2v-1.webp api_pruna_p_video_t2v-1.webp api_quiver_text_to_svg-1.webp
api_runway_aleph2_video_edit-2.webp api_runway_reference_to_image-1.webp api_runway_reference_to_image-2.webp api_seedance2_0_mini_t2v-1.webp
api_seedance2_0_r2v_4k-1.webp api_seedance2_5_draft_t2v-1.webp api_seedance2_5_i2v_1080p-1.webp api_seedance2_5_t2v-1.webp
api_stability_ai_sd3.5_t2i-1.webp api_stability_ai_text_to_audio-1.webp api_tencent_hy_image_3_5_preview_image_edit-1.webp
api_topaz_image_enhance_bloom2-1.webp api_topaz_image_enhance_bloom2-2.webp api_topaz_starlight_precise25-1.webp api_tripo3_0_image_to_model-1.webp
api_tripo3_1_multiview_to_model-1.webp api_tripo_image_to_model-1.webp api_tripo_multiview_to_model-1.webp api_tripo_p2_image_to_model-1.webp
api_tripo_p2_image_to_model-2.webp api_tripo_p2_multiview_to_model-1.webp api_tripo_p2_multiview_to_model-2.webp api_tripo_p2_text_to_model-1.webp
api_tripo_p2_text_to_model-2.webp api_tripo_text_to_model-1.webp api_vidu_image_to_video-1.webp api_vidu_q2_i2v-1.webp api_wan2_6_i2v-1.webp
api_wan3_0_t2v-1.webp api_wan_text_to_image-1.webp basic_datatype_conversion-1.webp basic_image_color_adjustment-1.webp
basic_mask_operations_and_compositing-1.webp basic_switch_node-1.webp default-1.webp flux_canny_model_example-1.webp flux_depth_lora_example-1.webp
flux_depth_lora_example-2.webp flux_fill_outpaint_example-1.webp flux_fill_outpaint_example-2.webp flux_kontext_dev_basic-1.webp
flux_kontext_dev_basic-2.webp flux_redux_model_example-1.webp flux_schnell-1.webp flux_schnell_full_text_to_image-1.webp gsl_starter_1_2-1.webp
gsl_starter_1_3-1.webp hidream_i1_fast-1.webp image_anima_lllite_any_control_to_image-2.webp image_anima_lllite_depth_control_to_image-1.webp
image_anima_lllite_depth_control_to_image-2.webp image_chroma1_radiance_text_to_image-1.webp image_chroma_text_to_image-1.webp
image_chrono_edit_14B-1.webp image_chrono_edit_14B-2.webp image_flux2_klein_image_edit_4b_distilled-1.webp image_flux2_klein_image_edit_9b_base-1.webp
image_flux2_klein_text_to_image-1.webp image_flux2_text_to_image_9b-1.webp image_joyai_image_edit-1.webp image_joyai_image_edit-2.webp
image_krea2_turbo_t2i-1.webp image_lens_t2i-1.webp image_lens_turbo_t2i-1.webp image_longcat_image_edit-1.webp image_longcat_image_edit-2.webp
image_lotus_depth_v1_1-1.webp image_lotus_depth_v1_1-2.webp image_mage_flow_edit_turbo_int8-1.webp image_mage_flow_edit_turbo_int8-2.webp
image_mage_flow_turbo_t2i_int8-1.webp image_marigold_v2_albedo_estimation-1.webp image_marigold_v2_albedo_estimation-2.webp
image_marigold_v2_depth_estimation-1.webp image_marigold_v2_depth_estimation-2.webp image_minimax_h3_t2i-1.webp
image_moss_image_base_t2i_bboxes-1.webp image_pixeldit_t2i-1.webp image_qwen_Image_2512_controlnet-2.webp
image_qwen_image_2_1_background_removal-1.webp image_qwen_image_2_1_background_removal-2.webp image_qwen_image_2_1_turbo_image_edit-1.webp
image_qwen_image_2_1_turbo_image_edit-2.webp image_qwen_image_edit-1.webp image_qwen_image_edit-2.webp image_qwen_image_edit_2509-1.webp
image_qwen_image_edit_2509-2.webp image_qwen_image_edit_2509_relight-1.webp image_qwen_image_edit_2509_relight-2.webp
image_qwen_image_edit_2511-1.webp image_qwen_image_edit_2511-2.webp image_qwen_image_edit_2511_int8-1.webp image_qwen_image_layered-1.webp
image_qwen_image_layered_control-1.webp image_z_image-1.webp ltxv_image_to_video-1.webp sd3.5_large_blur-1.webp sd3.5_large_blur-2.webp
sd3.5_large_canny_controlnet_example-1.webp sd3.5_large_canny_controlnet_example-2.webp sd3.5_large_depth-1.webp sd3.5_large_depth-2.webp
sdxl_revision_text_prompts-1.webp sdxlturbo_example-1.webp template_eric_exploded_view-1.webp template_qwen_Image_2512_360_lora-1.webp
template_sugar_coated_gummy_style_qwen-1.webp templates-3D_logo_texture_animation-1.webp templates-all_in_one-image_edit_models-1.webp templates-
assemble_dieline-1.webp templates-assemble_dieline-2.webp templates-photo_to_product_vid-1.webp templates-product_scene_relight-1.webp templates-
product_scene_relight-2.webp templates-textured_logo_elements-1.webp templates-textured_logotype-v2.1-1.webp
templates_3d_match_game_art_style.app-1.webp templates_3d_match_game_art_style.app-2.webp templates_mjm_looped_restyler-1.webp
templates_ohneis_i2v-1.webp templates_ohneis_i2v-2.webp text_to_video_wan-1.webp txt_to_image_to_video-1.webp utility-gan_upscaler-1.webp utility-
gan_upscaler-2.webp utility-topaz_landscape_upscaler-1.webp utility-topaz_landscape_upscaler-2.webp
utility_depth_anything3_image_depth_estimation-1.webp utility_depth_anything3_image_depth_estimation-2.webp
utility_depth_anything3_video_depth_estimation-2.webp utility_moge3_geometry_estimation-2.webp utility_moge_depth_estimation-2.webp
utility_nanobanana_pro_product_upscale-1.webp utility_nanobanana_pro_product_upscale-2.webp utility_seedvr2_3b_int8_upscale_image-1.webp
utility_seedvr2_3b_int8_upscale_image-2.webp utility_seedvr2_3b_int8_upscale_video-1.webp utility_seedvr2_3b_int8_upscale_video-2.webp
utility_topaz_illustration_upscale-1.webp utility_topaz_illustration_upscale-2.webp video_bernini_r_image_editing-1.webp
video_bernini_r_image_editing-2.webp video_capybara_v0_1_video_edit-1.webp video_capybara_v0_1_video_edit-2.webp video_causal_forcing_i2v-1.webp
video_fasth3_ominiref_r2v-1.webp video_fastvideo_fasth3_t2v-1.webp video_hunyuan_video_1.5_720p_i2v-1.webp video_hunyuan_video_1.5_720p_t2v-1.webp
video_kandinsky5_i2v-1.webp video_ltx2_3_flf2v-1.webp video_ltx2_3_ia2v-1.webp video_ltx2_3_ic_lora-1.webp video_ltx2_3_ic_lora-2.webp
video_ltx2_3_t2v-1.webp video_ltx2_5_flf2v-1.webp video_ltx2_canny_to_video-1.webp video_ltx2_depth_to_video-1.webp video_ltx2_i2v_lora-1.webp
video_ltx2_t2v-1.webp video_minimax_h3_i2v-1.webp video_minimax_h3_i2v_continuation-1.webp video_wan2.1_fun_camera_v1.1_1.3B-1.webp
video_wan2_2_14B_fun_camera-1.webp video_wan2_2_14B_fun_inpaint-1.webp video_wan2_2_5B_fun_inpaint-1.webp video_wan_vace_14B_ref2v-1.webp
video_wanmove_480p_hallucination-1.webp wan2.1_flf2v_720_f16-1.webp
""".split()  # made by image generators; the rest of their packages shows people

AI_KINDS = {kind: set(names.split()) for kind, names in {
    "animals": """api_bfl_flux_1_kontext_max_image-1 api_bfl_flux_1_kontext_max_image-2 api_bytedance_vcube_video_enhance-1 api_google_gemini_omni_flash_1_1_extend-1 api_happyhorse1_0_i2v-1 api_hunyuan3d_image_to_model-1 api_kling_i2v-1 api_kling_omni_i2v-1 api_luma_photon_i2i-1 api_luma_photon_i2i-2 api_luma_ray3_3_i2v-1 api_openai_image_1_i2i-1 api_openai_image_1_i2i-2 api_openai_image_1_inpaint-2 api_openai_image_1_multi_inputs-1 api_openai_image_1_multi_inputs-2 api_pixverse_t2v-1 api_topaz_starlight_precise25-1 api_tripo_image_to_model-1 api_vidu_image_to_video-1 api_vidu_q2_i2v-1 flux_kontext_dev_basic-1 flux_kontext_dev_basic-2 image_flux2_klein_text_to_image-1 ltxv_image_to_video-1 sd3_5_large_depth-1 sdxlturbo_example-1 text_to_video_wan-1 utility-gan_upscaler-1 video_capybara_v0_1_video_edit-1 video_capybara_v0_1_video_edit-2 video_ltx2_canny_to_video-1 video_ltx2_i2v_lora-1""",
    "vehicles": """api_bria_expand_image-1 api_bria_expand_image-2 api_happyhorse1_0_r2v-1 api_ltx2_5_flf2v-1 api_minimax_h3_max_turbo_i2v-1 api_nano_banana_2_lite_image_edit-1 api_nano_banana_2_lite_image_edit-2 api_nano_banana_2_lite_t2i-1 api_tencent_hy_image_3_5_preview_image_edit-1 api_tripo_p2_text_to_model-1 api_tripo_p2_text_to_model-2 api_wan2_6_i2v-1 flux_schnell_full_text_to_image-1 gsl_starter_1_3-1 image_flux2_text_to_image_9b-1 image_lens_turbo_t2i-1 image_marigold_v2_depth_estimation-2 sdxl_revision_text_prompts-1 template_eric_exploded_view-1 templates_ohneis_i2v-1 templates_ohneis_i2v-2 utility_depth_anything3_image_depth_estimation-2""",
    "places": """api_bfl_flux2_max_sofa_swap-2 api_bfl_flux3_i2v-1 api_bria_image_edit-1 api_bria_image_edit-2 api_bytedance_seedream_5_0_pro_image_edit-1 api_bytedance_seedream_5_0_pro_image_edit-2 api_flux3_max_i2v-1 api_kling_v3_flf2v-1 api_meta_muse_image_image_edit-1 api_meta_muse_image_image_edit-2 api_pruna_p_video_t2v-1 api_seedance2_5_draft_t2v-1 flux_fill_outpaint_example-1 image_mage_flow_edit_turbo_int8-1 image_qwen_image_edit_2509-1 image_qwen_image_edit_2509-2 image_qwen_image_edit_2509_relight-1 image_qwen_image_edit_2511-1 image_qwen_image_edit_2511-2 template_qwen_Image_2512_360_lora-1 txt_to_image_to_video-1 utility-topaz_landscape_upscaler-1 utility_moge_depth_estimation-2 video_bernini_r_image_editing-1 video_bernini_r_image_editing-2 video_hunyuan_video_1_5_720p_t2v-1 video_ltx2_depth_to_video-1 video_wanmove_480p_hallucination-1""",
    "plants": """api_bfl_flux_video_upscale-1 api_bfl_flux_video_upscale-2 api_luma_i2v-1 api_stability_ai_sd3_5_t2i-1 api_topaz_image_enhance_bloom2-1 flux_canny_model_example-1 hidream_i1_fast-1 image_chroma_text_to_image-1 image_lens_t2i-1 image_marigold_v2_albedo_estimation-1 image_marigold_v2_albedo_estimation-2 image_moss_image_base_t2i_bboxes-1 templates-3D_logo_texture_animation-1 video_kandinsky5_i2v-1 video_wan2_2_5B_fun_inpaint-1 wan2_1_flf2v_720_f16-1""",
    "food": """image_chroma1_radiance_text_to_image-1 image_qwen_image_2_1_background_removal-1 image_qwen_image_2_1_background_removal-2""",
    "space": """api_openai_gpt6_astra-1 api_openrouter_gpt5_6_luna-1 api_openrouter_gpt5_6_sol-1 api_openrouter_gpt5_6_terra-1 video_fasth3_ominiref_r2v-1""",
    "toys_statues": """3d_hunyuan3d-v2_1-1 3d_hunyuan3d_multiview_to_model_turbo-1 api_bfl_flux_1_kontext_multiple_images_input-1 api_bfl_flux_1_kontext_multiple_images_input-2 api_grok_video-1 api_hailuo_minimax_video-1 api_ideogram_v4_5_t2i-1 api_luma_photon_style_ref-1 api_meshy7_1_image_to_model-1 api_meshy7_1_image_to_model-2 api_meshy_image_to_model-1 api_meshy_multi_image_to_model-1 api_meshy_text_to_model-1 api_pixverse_template_i2v-1 api_tripo_multiview_to_model-1 api_tripo_p2_image_to_model-1 api_tripo_p2_image_to_model-2 api_tripo_text_to_model-1 api_wan3_0_t2v-1 flux_depth_lora_example-1 flux_depth_lora_example-2 flux_redux_model_example-1 flux_schnell-1 image_lotus_depth_v1_1-1 image_lotus_depth_v1_1-2 image_qwen_image_edit_2511_int8-1 template_sugar_coated_gummy_style_qwen-1 templates-all_in_one-image_edit_models-1 templates_mjm_looped_restyler-1 video_ltx2_3_ia2v-1 video_ltx2_t2v-1 video_wan2_2_14B_fun_inpaint-1""",
    "drawings": """api_bria_fibo2_t2i-1 api_ideogram_vector_1_image_to_svg-1 api_openai_dall_e_2_inpaint-1 api_openai_dall_e_2_inpaint-2 api_quiver_text_to_svg-1 basic_datatype_conversion-1 basic_image_color_adjustment-1 basic_mask_operations_and_compositing-1 basic_switch_node-1 image_anima_lllite_any_control_to_image-2 image_anima_lllite_depth_control_to_image-1 image_qwen_image_edit-1 image_qwen_image_edit-2 sd3_5_large_canny_controlnet_example-1 sd3_5_large_canny_controlnet_example-2""",
}.items()}  # the others: things

LAND = "/usr/share/games/endless-sky/images/"
GCOMPRIS = "/**/categorization/resource/images/"
STAMPS = "/usr/share/tuxpaint/stamps/"
DRAWN_STAMPS = (r"_mirror|_flip|cartoon|hats/|/t_|dessert|pizza|tooth|toys/|symbols/(alph|math|music|shapes|faces|chess|clock|recycle)|flags/|seasonal/(easter|hanukkah|newyears)|"
                r"people/|/food/fruit/cartoon|lightning|explosion|spacewalk|fireman|paratrooper|final-roll|button\.png|traffic|star\.png|santa|bat\.|cat\.png|spider|skull|goal_posts|locomotive")


FURNITURE_KINDS = {
    "animals": r"horse|\bdog|labrador|^cat|hen_|chicken|deer|rabbit|cow|pig|duck|puma|wolf|fish",
    "plants": r"tree|plant|flower|bush|acacia|cactus|hedge|bonsai|arbol|tulip|palm|ficus|bamboo|ivy|grass|orchid|rose|yucca|fern|lily|foliage|fir",
    "food": r"bread|butter|muffin|cake|coffee_|hamburger|burger|fries|fruit|salad|pizza|milk|banana|beer|wine|cheese|donut|sushi|egg|sandwich|carrot|tomato|onion|pancake|nuggets",
    "vehicles": r"car_|bike|bicycle|bus_|truck|van_|moto|scooter|forklift|boat|beetle|fiat|smart|renault|peugeot|mini|kayak|sprinter|train|plane",
    "toys_statues": r"statue|sculpture|buddha|doll|teddy|rocking|toy|bust_|mannequin|lantern|gnome|puppet",
}


VERSIONS = {  # of the wheels
    "py-comfyui-workflow-templates-media-api": "0.3.84",
    "py-comfyui-workflow-templates-media-assets-01": "0.1.48",
    "py-comfyui-workflow-templates-media-assets-02": "0.1.24",
    "py-comfyui-workflow-templates-media-image": "0.3.160",
    "py-comfyui-workflow-templates-media-other": "0.3.229",
    "py-comfyui-workflow-templates-media-video": "0.3.101",
    "py-deepforest": "2.1.0",
    "py-foolbox": "3.3.4",
    "py-gradio": "6.31.0",
    "py-imagecorruptions": "1.1.2",
    "py-invokeai": "6.14.2",
    "py-kivy-examples": "2.3.1",
    "py-metadrive-simulator": "0.4.3",
    "py-miniworld": "2.1.0",
    "py-psychopy-lib": "2026.2.5",
    "py-scikit-learn": "1.5.0",
    "py-vismatch": "1.4.0",
    "py-vpython": "7.6.5",
}


def rule(package, kind, how, *files, **more):
    return {"package": package, "kind": kind, "how": how, "files": files, **more}


RULES = [
    rule("endless-sky-data", "places", "wide", LAND + "land/*", ground=True),
    rule("tuxpaint-stamps-default", "food", "cut5", STAMPS + "food/**/*.png", drop=DRAWN_STAMPS, least=56),
    rule("tuxpaint-stamps-default", "plants", "cut5", STAMPS + "plants/**/*.png", drop=DRAWN_STAMPS, least=56),
    rule("tuxpaint-stamps-default", "vehicles", "cut5", STAMPS + "vehicles/**/*.png", STAMPS + "military/vehicles/*.png", drop=DRAWN_STAMPS, least=56),
    rule("tuxpaint-stamps-default", "space", "cut5", STAMPS + "space/**/*.png", drop=DRAWN_STAMPS, least=56),
    rule("tuxpaint-stamps-default", "toys_statues", "cut5", STAMPS + "people/toys/*.png", STAMPS + "town/monuments/*.png", STAMPS + "clothes/armor/*.png", STAMPS + "household/rubberduck.png", STAMPS + "seasonal/**/nutcracker*.png"),
    rule("tuxpaint-stamps-default", "things", "cut5", *(STAMPS + p for p in ("household/**/*.png", "hobbies/**/*.png", "sports/*.png", "clothes/*.png", "medical/*.png", "military/ammunition/*.png", "seasonal/**/*.png",
                                                                      "symbols/money/*.png", "town/*.png", "town/roadsigns/*.png", "naturalforces/*.png")), drop=DRAWN_STAMPS, least=56),
    rule("tuxpaint-stamps-default", "animals", "cut", STAMPS + "animals/**/*.png", drop=r"_mirror|_flip|cartoon|tux\.png|penguin_with|pengwin|silhouette|kangaroo-si|snail2|fly\.png|bee\.png|ladybug|hedgehog|teddy_bear|echidna|dinosaur"),
    rule("krank", "places", "photo", "/**/*.jpg", "/**/*.png", least=600, flat=0.7),
    rule("kalzium-data", "things", "photo", "/usr/share/kalzium/data/toolpics/*", least=160),
    rule("tuxpaint-data", "places", "photo", "/usr/share/tuxpaint/templates/*.jpg", drop="cabrillo", ground=True),
    rule("lxqt-themes", "plants", "photo", "/usr/share/lxqt/wallpapers/*", least=600, drop="logo|abstract|kde"),
    rule("plasma-workspace-wallpapers", "places", "photo", "/usr/share/wallpapers/*/contents/images/*", least=1600,
         keep=r"/(BytheWater|DarkestHour|EveningGlow|FallenLeaf|Path|ColorfulCups|summer_1am|Grey|IceCold|Elarun|OneStandsOut|Shell|Flow)/.*(2560x1600|3200x2000|3840x2160|1920x1200)"),
    *(rule("py-comfyui-workflow-templates-media-" + part, "things", "photo", "/*/templates/**/*.*", only=set(AI_PICTURES), group="py-comfyui", series=r".*/templates/|[-_]?\d*\.\w+$", flat=0.8, holes=True)
      for part in ("image", "api", "other", "assets-01", "assets-02", "video")),
    rule("py-miniworld", "toys_statues", "framed", "/miniworld/textures/portraits/*"),
    rule("naev-data", "things", "whole", "/usr/share/naev/dat/gfx/commodity/*", least=200, flat=0.6),
    rule("naev-data", "space", "whole", "/usr/share/naev/dat/gfx/planet/exterior/*", least=300),
    rule("naev-data", "things", "small", "/usr/share/naev/dat/gfx/outfit/store/*"),
    rule("endless-sky-high-dpi", "things", "cut1", "/**/images/outfit/*.png", least=150, drop="ore|rock"),
    rule("endless-sky-high-dpi", "vehicles", "cut2", "/**/images/ship/*.png", least=150, series=r"\d+(@2x)?\.png$"),
    rule("endless-sky-data", "space", "cut2", LAND + "planet/*.png", least=150, most=90),
    rule("stellarium-data", "space", "whole", "/usr/share/stellarium/nebulae/default/*.png", least=500, flat=0.75, most=220),
    rule("mate-backgrounds", "places", "crops", "/**/*.jpg", least=1200, drop="victoriaMemorial|cabrillo"),
    rule("lomiri-wallpapers-16.04", "places", "crops", "/**/*.*", least=1200),
    rule("lomiri-wallpapers-20.04", "places", "crops", "/**/*.*", least=1200),
    rule("ukui-wallpapers", "places", "crops", "/**/*.*", least=1200),
    rule("palapeli-data", "places", "crops", "/**/*.*", least=1000),
]

RULES += [
    rule("dde-account-faces", "things", "whole", "/var/lib/AccountsService/icons/bigger/*.png", drop="guest|default", holes=True, flat=0.7),
    rule("py-foolbox", "animals", "whole", "/foolbox/data/imagenet_*", drop="imagenet_0[12]_"),
    rule("py-kivy-examples", "things", "photo", "/**/*.jpg", "/**/*.png", keep=r"kiwi|Bubbles|mtexample|faust|colours2|bricks|images/|wood|arch|cityCC|tex"),
    rule("py-gradio", "animals", "photo", "/**/*.jpg", keep="cheetah|lion|tower"),
    rule("py-vismatch", "places", "photo", "/vismatch/assets/example_pairs/**/*.jpg", drop="indoor|fresco|notre_dame", flat=0.6),
    rule("py-vismatch", "toys_statues", "photo", "/vismatch/assets/example_pairs/fresco/*.jpg"),
    rule("py-invokeai", "things", "photo", "/**/*.webp", "/**/*.png", "/**/*.jpg", least=200, drop="logo|icon|portrait|sketch|character|line_art|face|person"),
    rule("py-scikit-learn", "places", "photo", "/sklearn/datasets/images/*.jpg"),
    rule("py-imagecorruptions", "textures", "photo", "/**/frost*.*"),
    rule("py-vpython", "textures", "whole", "/**/*.jpg", least=200, drop="bump|normal"),
    rule("py-psychopy-lib", "places", "photo", "/**/*.jpg", least=300, drop="face|jwp|expression|person|pool|child|dinner|default|ghost|soldier|test"),
    rule("redeclipse-data", "places", "whole", "/usr/share/games/redeclipse/data/maps/*.png", least=200),
    rule("supertuxkart-data", "places", "whole", "/usr/share/games/supertuxkart/data/tracks/*/screenshot.*"),
    rule("flightgear-data-base", "vehicles", "photo", "/usr/share/games/flightgear/Textures/Splash*", "/usr/share/games/flightgear/Aircraft/*/*/[sS]plash*", "/usr/share/games/flightgear/Aircraft/*/Previews/*", least=300),
    rule("torcs-data", "vehicles", "whole", "/usr/share/games/torcs/data/img/splash*.png", least=300),
    rule("cimg-doc", "places", "photo", "/usr/share/doc/cimg-dev/html/img/postcard*.jpg", least=200),
    *(rule(package, "screens_books", how, *files, least=300, flat=0.6, most=most, drop="/(fr|de|uk|ru|ca|lt|pt_BR|pt|nl|es|sv|it|da|et|pl|gl)/|icon|logo")
      for how in ("framed",)
      for package, files, most in (("kstars-data", ("/usr/share/doc/HTML/en/kstars/*.png",), 60), ("kodi-data", ("/usr/share/kodi/addons/skin.estuary/resources/screenshot*", "/usr/share/kodi/addons/skin.estouchy/resources/screenshot*"), 20),
                                   ("marble-data", ("/usr/share/doc/HTML/en/marble/*.png",), 25), ("digikam-data", ("/**/*.png", "/**/*.jpg"), 25), ("gnome-user-docs", ("/**/C/**/*.png",), 25))),
    rule("supertuxkart-data", "textures", "whole", "/usr/share/games/supertuxkart/data/textures/*.jpg", least=400, drop="normal|spec|glow|gloss|bump|_nm|_n\\.|sign|logo|banner|nolok", most=110),
    rule("redeclipse-data", "textures", "whole", "/usr/share/games/redeclipse/data/trak/**/*.jpg", "/usr/share/games/redeclipse/data/nieb/**/*.*", "/usr/share/games/redeclipse/data/jojo/**/*.*", "/usr/share/games/redeclipse/data/unnamed/*.*",
         least=400, drop="norm|spec|glow|gloss|bump|_n\\.|_s\\.|mask|height|local|_z\\.|_g\\.|add|decal", flat=0.25, most=130),
    rule("redeclipse-data", "places", "whole", "/usr/share/games/redeclipse/data/skyboxes/**/*.*", least=400, most=40),
    rule("flightgear-data-base", "textures", "whole", "/usr/share/games/flightgear/Textures/Terrain/*.png", least=400, drop="normal|spec|mask|-map|relief|overlay|dds", flat=0.3, most=110),
    rule("nexuiz-textures", "textures", "whole", "/unzipped/textures.pk3/textures/**/*.jpg", "/unzipped/textures.pk3/textures/**/*.tga", least=400, drop="norm|spec|glow|gloss|bump|_luma|shader|sfx|luma|gloss", flat=0.25, most=120),
    rule("openarena-081-textures", "textures", "whole", "/unzipped/*/textures/**/*.jpg", "/unzipped/*/textures/**/*.tga", least=256, drop="norm|spec|glow|gloss|bump|sfx|blend", flat=0.25, most=80),
    rule("gcompris-rcc", "animals", "crops", "/**/explore_world_animals/resource/animals/*", "/**/explore_farm_animals/resource/animals/*", "/**/erase/resource/*", GCOMPRIS + "fishes/*", least=600),
    rule("gcompris-rcc", "places", "crops", "/**/explore_monuments/resource/*/*", GCOMPRIS + "monuments/*", GCOMPRIS + "renewable/*", least=600, drop="victoriaMemorial|cabrillo|statue|christ|mountRu|lincoln|sphinx"),
    rule("gcompris-rcc", "things", "crops", GCOMPRIS + "*/*", least=600, drop="victoriaMemorial|cabrillo|alphab|numbers/"),
    rule("tuxpaint-stamps-default", "drawings", "small", STAMPS + "**/*.png", keep=DRAWN_STAMPS, drop="_mirror|_flip|alphabets|symbols/(math|music|shapes)|spacewalk|fireman|paratrooper|final-roll", most=160),
]

RULES += [
    *(rule("furniture", "things", how, f"/*/*_v{view}.png", series=r"_v\d\.png$", drop="Reallusion|female|_male|/male", kinds=FURNITURE_KINDS) for view, how in ((0, "cut2"), (1, "cut1"))),
]

RULES += [
    rule("py-deepforest", "places", "photo", "/**/*.png", "/**/*.tif", least=300),
    rule("py-metadrive-simulator", "places", "photo", "/**/*.jpg", "/**/*.png", least=300, keep="sky"),
]

RULES += [
    rule("freedombox-doc-en", "things", "photo", "/usr/share/**/*.jpg", "/usr/share/**/*.png", keep="beagle|cubie|olimex|pioneer|pine|orange|banana|raspberry|rpi|A20|lime|board|rock|apu|espresso|danube|cubox|libre", drop="screen|setup|config|wizard", least=200, flat=0.8),
    rule("freedombox-doc-en", "screens_books", "framed", "/usr/share/**/*.png", least=400, flat=0.75, most=50),
    rule("tuxmath-data", "space", "photo", "/usr/share/tuxmath/images/backgrounds/*.jpg", least=600, flat=0.6),
]

# Left out after looking: people in them, empty, or broken
DROPPED = set("""
cimg-doc__doc_cimg-dev_html_img_postcard10 cimg-doc__doc_cimg-dev_html_img_postcard11 cimg-doc__doc_cimg-dev_html_img_postcard12
cimg-doc__doc_cimg-dev_html_img_postcard17 cimg-doc__doc_cimg-dev_html_img_postcard18 cimg-doc__doc_cimg-dev_html_img_postcard2
cimg-doc__doc_cimg-dev_html_img_postcard20 cimg-doc__doc_cimg-dev_html_img_postcard21 cimg-doc__doc_cimg-dev_html_img_postcard22
cimg-doc__doc_cimg-dev_html_img_postcard23 cimg-doc__doc_cimg-dev_html_img_postcard24 cimg-doc__doc_cimg-dev_html_img_postcard27
cimg-doc__doc_cimg-dev_html_img_postcard28 cimg-doc__doc_cimg-dev_html_img_postcard30 cimg-doc__doc_cimg-dev_html_img_postcard32
cimg-doc__doc_cimg-dev_html_img_postcard33 cimg-doc__doc_cimg-dev_html_img_postcard38 cimg-doc__doc_cimg-dev_html_img_postcard39
cimg-doc__doc_cimg-dev_html_img_postcard42 cimg-doc__doc_cimg-dev_html_img_postcard43 cimg-doc__doc_cimg-dev_html_img_postcard44
cimg-doc__doc_cimg-dev_html_img_postcard45 cimg-doc__doc_cimg-dev_html_img_postcard46 cimg-doc__doc_cimg-dev_html_img_postcard47
endless-sky-data__endless-sky_images_land_loc0 endless-sky-data__endless-sky_images_land_space4 endless-sky-data__endless-sky_images_land_space5
gcompris-rcc___src_activities_explore_monuments_resource_usa_castleClinton krank__krank_levels_unera-backgrounds_menu-scores
naev-data__naev_dat_gfx_commodity_artificial_limbs naev-data__naev_dat_gfx_commodity_business_class_passenger naev-data__naev_dat_gfx_commodity_clones
naev-data__naev_dat_gfx_commodity_first_class_passenger naev-data__naev_dat_gfx_planet_exterior_scrapped_station
naev-data__naev_dat_gfx_planet_exterior_traderoom plasma-workspace-wallpapers__wallpapers_Autumn_contents_images_1920x1200
py-comfyui-workflow-templates-media-api__api_bfl_flux2_max_sofa_swap-1
py-comfyui-workflow-templates-media-api__api_google_gemini_omni_flash_video_edit-1
py-comfyui-workflow-templates-media-api__api_google_gemini_omni_flash_video_edit-2 py-comfyui-workflow-templates-media-api__api_happyhorse1_0_r2v-1
py-comfyui-workflow-templates-media-api__api_luma_photon_style_ref-2 py-comfyui-workflow-templates-media-api__api_pixverse_i2v-1
py-comfyui-workflow-templates-media-api__api_runway_reference_to_image-1 py-comfyui-workflow-templates-media-api__api_runway_reference_to_image-2
py-comfyui-workflow-templates-media-api__api_stability_ai_text_to_audio-1 py-comfyui-workflow-templates-media-api__api_tripo3_0_image_to_model-1
py-comfyui-workflow-templates-media-api__api_wan_text_to_image-1 py-comfyui-workflow-templates-media-api__templates-photo_to_product_vid-1
py-comfyui-workflow-templates-media-assets-01__api_anthropic_claude_fable5_1-1
py-comfyui-workflow-templates-media-assets-01__api_google_gemini_omni_flash_1_1_edit-2
py-comfyui-workflow-templates-media-assets-01__api_heygen_text_to_speech-1
py-comfyui-workflow-templates-media-assets-01__api_openrouter_mai_image_26_flash_image_edit-1
py-comfyui-workflow-templates-media-assets-01__api_pixverse6_i2v-1 py-comfyui-workflow-templates-media-assets-01__api_seedance2_5_i2v_1080p-1
py-comfyui-workflow-templates-media-assets-01__video_fastvideo_fasth3_t2v-1 py-comfyui-workflow-templates-media-assets-01__video_ltx2_5_flf2v-1
py-comfyui-workflow-templates-media-assets-02__api_bria_guided_remove_background-1
py-comfyui-workflow-templates-media-assets-02__api_bria_guided_remove_background-2
py-comfyui-workflow-templates-media-assets-02__api_grok_imagine_video_1_5_lite_t2v-1
py-comfyui-workflow-templates-media-assets-02__api_heygen_video_1_t2v-1
py-comfyui-workflow-templates-media-assets-02__image_qwen_image_2_1_turbo_image_edit-1
py-comfyui-workflow-templates-media-assets-02__image_qwen_image_2_1_turbo_image_edit-2
py-comfyui-workflow-templates-media-image__api_luma_uni_1_image_edit-2 py-comfyui-workflow-templates-media-image__api_openai_gpt_image_2_t2i-1
py-comfyui-workflow-templates-media-image__image_krea2_turbo_t2i-1 py-comfyui-workflow-templates-media-image__image_longcat_image_edit-1
py-comfyui-workflow-templates-media-image__image_pixeldit_t2i-1 py-comfyui-workflow-templates-media-image__image_qwen_image_layered-1
py-comfyui-workflow-templates-media-image__image_qwen_image_layered_control-1 py-comfyui-workflow-templates-media-image__image_z_image-1
py-comfyui-workflow-templates-media-image__sdxlturbo_example-1 py-comfyui-workflow-templates-media-image__utility_topaz_illustration_upscale-1
py-comfyui-workflow-templates-media-other__3d_moge_perspective_to_mesh-1 py-comfyui-workflow-templates-media-other__gsl_starter_1_2-1
py-comfyui-workflow-templates-media-video__api_grok_video-1 py-comfyui-workflow-templates-media-video__api_luma_ray3_3_t2v-1
py-comfyui-workflow-templates-media-video__video_causal_forcing_i2v-1 py-comfyui-workflow-templates-media-video__video_ltx2_3_flf2v-1
py-comfyui-workflow-templates-media-video__video_ltx2_3_ic_lora-1 py-comfyui-workflow-templates-media-video__video_ltx2_3_ic_lora-2
py-foolbox__foolbox_data_imagenet_00_243 py-invokeai__reset_images_default_style_preset_images_Concept_Art_Fantasy
py-invokeai__reset_images_default_style_preset_images_Photography_General
py-psychopy-lib__chopy_demos_coder_iohub_eyetracking_gcCursor_images_swimming
py-psychopy-lib__psychopy_demos_builder_Experiments_BART_assets_background
py-psychopy-lib__psychopy_demos_coder_iohub_eyetracking_gcCursor_images_party
""".split())
